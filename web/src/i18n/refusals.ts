// SPDX-License-Identifier: MIT
/* What the server says, in the page's language: it sends a code with each sentence that the catalogue
 * has words for. The words load before the first refusal is shown. */
import { sentence } from '../base/sentence';
import { formatDate, formatTime, hasText, loadTexts, t, type Parameters } from './index';
import { nameParameters } from './names';

/** A sentence of the server: in English, and as a code with what varies in it. */
export interface Said {
  text: string;
  code?: string | undefined;
  parameters?: Parameters | undefined;
}

/** Parameters of a message: 'piece=bishop&square=b4'. */
export const readParameters = (form: string | undefined): Parameters => Object.fromEntries(new URLSearchParams(form ?? ''));

let loading: Promise<void> | null = null;

/** Loads the words; without a connection those of the server are shown. */
export function loadRefusals(): Promise<void> {
  loading ??= loadTexts('refusals', 'faults').catch(() => {
    loading = null;
  });
  return loading;
}

/** '2026-11-16 00:05', which is UTC, as the reader writes it. */
function localDate(text: string): string {
  const ms = Date.parse(`${text.replace(' ', 'T')}Z`);
  return Number.isNaN(ms) ? text : `${formatDate(ms)}, ${formatTime(ms)}`;
}

export function refusalText({ text, code, parameters = {} }: Said): string {
  const key = [`refused.${code}`, `fault.${code}`].find(hasText);
  if (!key) return sentence(text);
  const named = nameParameters(parameters);
  if (typeof named['date'] === 'string') named['date'] = localDate(named['date']);
  return sentence(t(key, named));
}
