// SPDX-License-Identifier: MIT
/* Questions that can be typed instead of a move: in the words of the page's language, and in English. */
import { t } from '../i18n';

export const questions = ['clock', 'last', 'board', 'pieces', 'captured', 'who', 'eval'] as const;
export type Question = (typeof questions)[number];

/** Without accents, which not every keyboard has. */
const plain = (word: string): string => word.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');

const wordOf = (question: Question): string => t(`question.${question}`);

/** The question that a text is; null if it is not a question. */
export function questionOf(text: string): Question | null {
  const word = plain(text);
  return questions.find(question => word === question || word === plain(wordOf(question))) ?? null;
}

/** All words, for the help. */
export const questionWords = (): string => questions.map(wordOf).join(', ');
