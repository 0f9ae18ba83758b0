// SPDX-License-Identifier: MIT
/* Short messages at the edge of the page. */
import { addToast, removeToast } from '../state/local';
import { update } from '../state/store';
import type { Toast } from '../state/state';

const DURATION = 5_000;
let last = 0;

/** Shows a message for five seconds; returns a function that closes it earlier. Errors that need an answer belong
 * next to what failed instead. */
export function toast(text: string, kind: Toast['kind'] = 'plain', href?: string): () => void {
  const id = ++last;
  const remove = () => update(removeToast(id));
  update(addToast({ id, text, kind, href }));
  setTimeout(remove, DURATION);
  return remove;
}
