// SPDX-License-Identifier: MIT
/* A button can disappear when it is pressed by key: Resign disappears when the game is over. The focus would then
 * return to the top of the page. */
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** Whether the keyboard was last inside `place`, even if what had the focus is gone since. */
function useKeyboardInside(place: RefObject<HTMLElement | null>): RefObject<boolean> {
  const inside = useRef(false);
  useEffect(() => {
    const onFocus = (event: FocusEvent) => (inside.current = place.current?.contains(event.target as Node) ?? false);
    const onPointer = () => (inside.current = false);
    document.addEventListener('focusin', onFocus);
    document.addEventListener('pointerdown', onPointer);
    return () => {
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('pointerdown', onPointer);
    };
  }, []);
  return inside;
}

/** Moves the focus to the first button or link of `selector` inside `place` once `appeared` is true, if the
 * keyboard was in `place` and what had the focus is gone. */
export function useKeepFocus(place: RefObject<HTMLElement | null>, selector: string, appeared: boolean): void {
  const inside = useKeyboardInside(place);
  useEffect(() => {
    if (!appeared || !inside.current || document.activeElement !== document.body) return;
    place.current?.querySelector<HTMLElement>(`${selector} :is(a, button)`)?.focus({ preventScroll: true });
  }, [appeared]);
}
