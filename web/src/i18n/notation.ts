// SPDX-License-Identifier: MIT
/* The letters of the pieces in moves: those of the page's language, English ones, or figurines. Inside the page a
 * move is always SAN with English letters; it is translated where it is shown and where it is typed. */
import { language, type Language } from './index';

export type Notation = 'language' | 'english' | 'figurines';

/** King, queen, rook, bishop, knight, amazon, pawn: in the order of the English letters. */
const ENGLISH = 'KQRBNAP';
const letters: Record<Language, string> = { en: ENGLISH, de: 'KDTLSAB', es: 'RDTACMP' };
const FIGURINES = '♔♕♖♗♘A♙';

let notation: Notation = 'language';

/** Chooses the letters that are shown. */
export function setNotation(next: Notation): void {
  notation = next;
}

const shownLetters = (of: Language): string => (notation === 'figurines' ? FIGURINES : notation === 'english' ? ENGLISH : letters[of]);

/** A move in SAN with other letters. */
const translateSan = (san: string, to: string): string => san.replace(/[KQRBNAP]/g, letter => to.charAt(ENGLISH.indexOf(letter)));

/** A move in SAN as it is shown: 'Sf3' in German. */
export const moveText = (san: string, of: Language = language): string => translateSan(san, shownLetters(of));

/** A typed move with English letters. Nobody writes the letter of a pawn but in a drop: 'Bc4' is no pawn in German. */
function toEnglish(text: string, from: string): string {
  return [...text].map((letter, i) => ENGLISH.charAt(letter === from.charAt(6) && text[i + 1] !== '@' ? -1 : from.indexOf(letter)) || letter).join('');
}

/** What a typed move can mean, in SAN with English letters: first in the chosen notation, then in the others. */
export function sanReadings(text: string, of: Language = language): string[] {
  const own = letters[of];
  const order = notation === 'english' ? [ENGLISH, own] : [own, ENGLISH];
  const plain = toEnglish(text, FIGURINES.replace('A', ' '));
  return [...new Set(order.map(from => toEnglish(plain, from)))];
}

/** The letters that can begin a move. */
export const pieceLetters = (): string => [...new Set(ENGLISH + letters[language])].join('');

/** The keys that choose a promotion. */
export const promotionLetters: readonly string[] = [...'QNRB'].map(letter => translateSan(letter, letters[language]));

/** The pieces that a pressed key can mean, as small English letters. */
export function pieceKeys(key: string, of: Language = language): string[] {
  const letter = key.toUpperCase();
  return [ENGLISH.charAt(letters[of].indexOf(letter)), letter].filter(Boolean).map(piece => piece.toLowerCase());
}
