// SPDX-License-Identifier: MIT
/* Keys of a page. Single letters work while no field has the focus, and can be switched off. */
import { useEffect, useRef } from 'preact/hooks';
import { getPreference } from '../state/preferences';

export type KeyTable = Record<string, () => void>;

/** Whether text can be typed into an element. */
export const isTextField = (element: Element | null): boolean =>
  element instanceof HTMLElement &&
  (element.isContentEditable || /^(TEXTAREA|SELECT)$/.test(element.tagName) || (element.tagName === 'INPUT' && !element.matches('[type=checkbox], [type=radio], [type=file]')));

/** Whether a key belongs to the element that has the focus: text to fields, arrows to a choice, and space to
 * buttons. Inside `data-keys="page"` space is a key of the page, and only Enter activates buttons. */
function belongsTo(element: Element | null, key: string): boolean {
  if (isTextField(element)) return true;
  if (element?.matches('[type=radio]')) return key.startsWith('Arrow') || key === ' ';
  return key === ' ' && element?.matches('button, a, input, summary, [role="tab"]') === true && !element.closest('[data-keys="page"]');
}

/** Calls the function of a key: 'ArrowLeft', 'f', 'Shift+ArrowLeft'. */
export function useKeys(table: KeyTable): void {
  const latest = useRef(table);
  latest.current = table;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
      if (belongsTo(document.activeElement, event.key) || document.querySelector('dialog[open]')) return;
      const isLetter = event.key.length === 1;
      const name = event.shiftKey && !isLetter ? `Shift+${event.key}` : event.key;
      const action = latest.current[name];
      if (!action || (isLetter && !getPreference('letterKeys'))) return;
      event.preventDefault();
      action();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}
