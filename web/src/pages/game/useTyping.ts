// SPDX-License-Identifier: MIT
/* Typing a move needs no field: the first letter opens it. Two letters are keys too: f flips the board
 * and c opens the chat, unless a move follows at once. */
import { useRef } from 'preact/hooks';
import type { KeyTable } from '../../app/keys';

const PAUSE = 350;

function openField(text: string): void {
  const field = document.querySelector<HTMLInputElement>('#typed-move');
  if (!field || field.offsetParent === null) return;
  field.focus();
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** The keys that begin a move, and `commands` for those that are also keys of their own. */
export function useTyping(commands: { f(): void; c(): void }): KeyTable {
  const waiting = useRef<{ letter: 'f' | 'c'; timer: ReturnType<typeof setTimeout> } | null>(null);
  const take = (): string => {
    const letter = waiting.current?.letter ?? '';
    clearTimeout(waiting.current?.timer);
    waiting.current = null;
    return letter;
  };
  const table: KeyTable = {};
  for (const letter of 'abdeghNBRQKO12345678x@') table[letter] = () => openField(take() + letter);
  for (const letter of ['f', 'c'] as const)
    table[letter] = () => {
      const before = take();
      if (before) return openField(before + letter);
      waiting.current = { letter, timer: setTimeout(() => commands[take() as 'f' | 'c']?.(), PAUSE) };
    };
  return table;
}
