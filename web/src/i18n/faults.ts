// SPDX-License-Identifier: MIT
/* What the library says about a text or a move, in the page's language. The library speaks English: the
 * English catalogue has its sentences, and with them the codes. */
import { sentence } from '../base/sentence';
import english from './en/faults';
import { hasText, t } from './index';
import { nameParameters } from './names';

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** 'no {piece} can reach {square}' as an expression with named groups. */
function patternOf(words: string): RegExp {
  const parts = words.split(/\{(\w+)\}/);
  return new RegExp(`^${parts.map((part, i) => (i % 2 ? `(?<${part}>.+?)` : escape(part))).join('')}$`);
}

let patterns: [string, RegExp][] | null = null;

/** A message of the library. */
export function faultText(text: string): string {
  patterns ??= Object.entries(english).map(([key, words]) => [key, patternOf(words)]);
  for (const [key, pattern] of patterns) {
    const found = pattern.exec(text);
    if (found && hasText(key)) return t(key, nameParameters(found.groups ?? {}));
  }
  return text;
}

/** A message as a sentence; several faults of a position, which semicolons separate, as several. */
export const faultSentences = (text: string): string =>
  text
    .split('; ')
    .map(part => sentence(faultText(part)))
    .join(' ');
