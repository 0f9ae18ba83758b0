// SPDX-License-Identifier: MIT
/* The look of the page: theme, contrast, board and pieces, as attributes of the html element. It is
 * stored in the browser, so that theme.ts can set it before the first paint, and with the account. */

export const looks = {
  theme: ['auto', 'light', 'dark'],
  contrast: ['auto', 'more'],
  board: ['slate', 'elm', 'moss'],
  pieces: ['cburnett', 'plain', 'figurine'],
} as const;
export type LookName = keyof typeof looks;

export const getLook = (name: LookName): string => document.documentElement.dataset[name] ?? looks[name][0];

export function setLook(name: LookName, value: string): void {
  document.documentElement.dataset[name] = value;
  try {
    localStorage.setItem(name, value);
  } catch {
    // it lasts until the page is closed
  }
}

/** Whether the page is dark now. */
export function isDark(): boolean {
  const theme = getLook('theme');
  return theme === 'dark' || (theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
}

