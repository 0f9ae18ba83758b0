// SPDX-License-Identifier: MIT
/** Copies a text; false where the browser does not allow it. */
export async function copyText(text: string, field: HTMLInputElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // without TLS there is no clipboard, but a selected text can be copied
    field?.select();
    return document.execCommand('copy');
  }
}
