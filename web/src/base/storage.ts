// SPDX-License-Identifier: MIT
/* Values in the browser's storage, as JSON. Without storage they last as long as the page. */

/** Returns whether the value was stored: the storage can be forbidden, or full. */
export function keep(name: string, value: unknown): boolean {
  try {
    localStorage.setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** null if nothing is stored. Another version of the page may have written it, so check its type. */
export function recall<T>(name: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null') as T | null;
  } catch {
    return null;
  }
}
