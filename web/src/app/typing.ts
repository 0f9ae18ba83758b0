// SPDX-License-Identifier: MIT
/* Typing a move without focusing the field: the first letter of a move opens it (#typed-move). A letter that is
 * also a shortcut, such as f, is the shortcut unless a move follows at once. Digits pick a piece of the pocket. */
import { useRef } from 'preact/hooks';
import { pieceLetters } from '../i18n/notation';
import type { KeyTable } from './keys';

const PAUSE = 350;
const FIRST_LETTERS = 'abcdefghO12345678x@';

function openField(text: string): void {
  const field = document.querySelector<HTMLInputElement>('#typed-move');
  if (!field || field.offsetParent === null) return;
  field.focus();
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** The button of a piece in hand: 1 is the pawn. A digit begins no move, so it is free where there is a pocket. */
const pocketSlot = (letter: string): HTMLElement | null =>
  /[1-5]/.test(letter) ? document.querySelector(`.pocket.usable > .slot:nth-child(${letter}):enabled`) : null;

/** The keys that begin a move, and `commands` for those that are also keys of their own. */
export function useTyping(commands: KeyTable): KeyTable {
  const waiting = useRef<{ letter: string; timer: ReturnType<typeof setTimeout> } | null>(null);
  const take = (): string => {
    const letter = waiting.current?.letter ?? '';
    clearTimeout(waiting.current?.timer);
    waiting.current = null;
    return letter;
  };
  const table: KeyTable = {};
  for (const letter of FIRST_LETTERS + pieceLetters())
    table[letter] = () => {
      const before = take();
      const slot = before ? null : pocketSlot(letter);
      if (slot) return slot.click();
      if (before || !commands[letter]) return openField(before + letter);
      waiting.current = { letter, timer: setTimeout(() => commands[take()]?.(), PAUSE) };
    };
  return table;
}
