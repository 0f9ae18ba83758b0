// SPDX-License-Identifier: MIT
/* Keys of a page. Single letters work while no field has the focus, and can be switched off. */
import { useEffect, useRef } from 'preact/hooks';
import { getPreference } from '../state/preferences';

export type KeyTable = Record<string, () => void>;

const isField = (element: Element | null): boolean =>
  element instanceof HTMLElement && (element.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName));

/** Calls the function of a key: 'ArrowLeft', 'f', 'Shift+ArrowLeft'. */
export function useKeys(table: KeyTable): void {
  const latest = useRef(table);
  latest.current = table;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
      if (isField(document.activeElement) || document.querySelector('dialog[open]')) return;
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
