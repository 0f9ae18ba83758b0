// SPDX-License-Identifier: MIT

/** A message of the server as a sentence: it begins with a small letter and has no full stop. */
export function sentence(text: string): string {
  const start = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(start) ? start : `${start}.`;
}
