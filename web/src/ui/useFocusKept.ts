// SPDX-License-Identifier: MIT
/* A button that is pressed by key can go because of it: Resign goes when the game is over. Without help the
 * keyboard would be at the top of the page then. */
import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

/** Moves the focus to the first button or link of `selector` inside `place` once `appeared` is true, if the focus
 * was in `place` and what had it is gone. */
export function useFocusKept(place: RefObject<HTMLElement | null>, selector: string, appeared: boolean): void {
  const within = place.current?.contains(document.activeElement) ?? false; // before this render changes the page
  useEffect(() => {
    if (!appeared || !within || document.activeElement !== document.body) return;
    place.current?.querySelector<HTMLElement>(`${selector} :is(a, button)`)?.focus({ preventScroll: true });
  }, [appeared]);
}
