// SPDX-License-Identifier: MIT
/* The appearance of the page: theme, contrast, board and pieces, as attributes of the html element. It is stored in
 * the browser, so that theme.ts can set it before the first paint, and with the account. */
import figurine from 'style-file:pieces:figurine';
import plain from 'style-file:pieces:plain';
import { addStyle } from './style';

export const appearances = {
  theme: ['auto', 'light', 'dark'],
  contrast: ['auto', 'more'],
  board: ['slate', 'elm', 'moss'],
  pieces: ['cburnett', 'plain', 'figurine'],
} as const;
export type AppearanceName = keyof typeof appearances;

export const getAppearance = (name: AppearanceName): string => document.documentElement.dataset[name] ?? appearances[name][0];

/** The default set is a part of the main style sheet; the others load when they are chosen. */
const pieceStyles: Record<string, string> = { plain, figurine };

function loadPieces(set: string): void {
  const address = pieceStyles[set];
  if (address) void addStyle(address);
}

/** Browsers use this colour for their own toolbar. */
function showFrameColor(): void {
  const color = getComputedStyle(document.documentElement).getPropertyValue('--sheet').trim();
  document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')?.setAttribute('content', color);
}

/** Loads the style sheets of the stored appearance. theme.ts has set the attributes. */
export function startAppearance(): void {
  loadPieces(getAppearance('pieces'));
  showFrameColor();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', showFrameColor);
}

export function setAppearance(name: AppearanceName, value: string): void {
  document.documentElement.dataset[name] = value;
  if (name === 'pieces') loadPieces(value);
  showFrameColor();
  try {
    localStorage.setItem(name, value);
  } catch {
    // it lasts until the page is closed
  }
}

/** Whether the page is dark now. */
export function isDark(): boolean {
  const theme = getAppearance('theme');
  return theme === 'dark' || (theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
}
