// SPDX-License-Identifier: MIT
/* Copies a text, also on a page without TLS, where browsers have no clipboard for scripts. */

/** A selected text can be copied on any page: selects the text in a field that nobody sees. */
function copySelected(text: string): boolean {
  const focused = document.activeElement as HTMLElement | null;
  const field = Object.assign(document.createElement('textarea'), { value: text, readOnly: true, className: 'sr' });
  (document.querySelector('dialog[open]') ?? document.body).append(field); // what is outside of a dialog cannot be selected
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  focused?.focus({ preventScroll: true });
  return copied;
}

/** False where the browser does not allow it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}
