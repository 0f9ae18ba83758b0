// SPDX-License-Identifier: MIT
/* The title of the window and its icon. */
import { useEffect } from 'preact/hooks';

/** Sets the title while a page is shown. The server's name follows it. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} – ${serverName()}` : serverName();
  }, [title]);
}

/** The content of a <meta> element of the HTML page. */
export const readMeta = (name: string): string | null => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? null;

/** The name of the server, from the HTML page. */
export const serverName = (): string => readMeta('rookery-server') || 'Rookery';

const PLAIN = '/favicon.svg';

/** Marks the icon with a dot while it is your move. */
export function markFavicon(marked: boolean): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel~="icon"]');
  if (link) link.href = marked ? markedIcon() : PLAIN;
}

const markedIcon = (): string => {
  const tower = 'M5 4.5h4.6v3.6h4.1V4.500h4.6v2.9c.9-1.9 2.4-3.2 4.5-3.2 2.2 0 3.7 1.2 4.2 3.1l3.6 1.9-3.7 1.2c-.1 3-1.3 5.2-3.6 6.6l1 7.4h1.5v3.4H5v-3.4h1.7l1-8.6C5.9 14.500 5 12.700 5 10.300z';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#165b72" d="${tower}"/><circle cx="25" cy="25" r="6.500" fill="#f2c14b" stroke="#1d1705"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
};
