// SPDX-License-Identifier: MIT
/* What the rules say about a position that was set up, in the page's language. */
import { RookeryError, rules } from '../../chess/rules';
import { t } from '../../i18n';
import { faultSentences, faultText } from '../../i18n/faults';
import { writeSetup, type Setup } from './setup';

function describe(error: RookeryError): string {
  if (error.code === 'bad-syntax') return t('editor.badFen', { text: faultText(error.text), n: error.offset + 1 });
  return faultSentences(error.text);
}

export interface Checked {
  fen: string;
  /** Why the position cannot be played; null if it can. */
  error: string | null;
}

export function checkFen(fen: string, variant: string): Checked {
  try {
    return { fen: rules().position(fen, variant).fen(), error: null };
  } catch (error) {
    if (error instanceof RookeryError) return { fen, error: describe(error) };
    throw error;
  }
}

export const checkSetup = (setup: Setup): Checked => checkFen(writeSetup(setup), setup.variant);
