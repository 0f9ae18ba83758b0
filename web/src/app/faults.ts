// SPDX-License-Identifier: MIT
/* Errors of the rules in the words of the page. */
import { RookeryError } from '../chess/rules';
import { faultSentences } from '../i18n/faults';

/** What is wrong with a move or a position, as a sentence. */
export const describeFault = (error: unknown): string =>
  error instanceof RookeryError ? faultSentences(error.text) : error instanceof Error ? error.message : String(error);
