// SPDX-License-Identifier: MIT
/* Short messages at the edge of the page. */
import { addToast, removeToast } from '../state/local';
import { update } from '../state/store';
import type { Toast } from '../state/state';

const DURATION = 5_000;
let last = 0;
let held = false;
const overdue = new Set<() => void>();

function expire(remove: () => void): void {
  if (held) overdue.add(remove);
  else remove();
}

/** Messages stay while the pointer or the focus is on one of them. */
export function holdToasts(hold: boolean): void {
  held = hold;
  if (held) return;
  for (const remove of overdue) remove();
  overdue.clear();
}

/** Shows a message for five seconds, or until it is released; returns a function that closes it earlier. Errors that
 * need an answer belong next to what failed instead. */
export function toast(text: string, kind: Toast['kind'] = 'plain', href?: string): () => void {
  const id = ++last;
  const remove = () => update(removeToast(id));
  update(addToast({ id, text, kind, href }));
  setTimeout(expire, DURATION, remove);
  return remove;
}
