// SPDX-License-Identifier: MIT
/* What a dialog was told last time, in the browser's storage. */

export function keep(name: string, value: unknown): void {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // storage can be forbidden
  }
}

export function recall<T>(name: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null') as T | null;
  } catch {
    return null;
  }
}
