// SPDX-License-Identifier: MIT
/* What the library says about a text or a move, in the page's language. The library speaks English: the
 * English catalogue has its sentences, and with them the codes. */
import english from './en/faults';
import { hasText, t } from './index';
import { nameParameters } from './names';

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** 'no {piece} can reach {square}' as an expression with named groups. */
function patternOf(sentence: string): RegExp {
  const parts = sentence.split(/\{(\w+)\}/);
  return new RegExp(`^${parts.map((part, i) => (i % 2 ? `(?<${part}>.+?)` : escape(part))).join('')}$`);
}

let patterns: [string, RegExp][] | null = null;

function translate(text: string): string {
  patterns ??= Object.entries(english).map(([key, sentence]) => [key, patternOf(sentence)]);
  for (const [key, pattern] of patterns) {
    const found = pattern.exec(text);
    if (found && hasText(key)) return t(key, nameParameters(found.groups ?? {}));
  }
  return text;
}

/** A message of the library; several faults of a position are separated by semicolons. */
export const faultText = (text: string): string =>
  text
    .split('; ')
    .map(translate)
    .join('; ')
    .replaceAll('.; ', '. ');
