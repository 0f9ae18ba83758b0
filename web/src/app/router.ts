// SPDX-License-Identifier: MIT
/* The address of the page: links change it without loading the page again. */
import { useEffect, useState } from 'preact/hooks';

const CHANGED = 'rookery:navigate';

/** Goes to another address of this server. */
export function navigate(href: string, { replace = false } = {}): void {
  const url = new URL(href, location.href);
  if (url.href === location.href) return;
  if (replace) history.replaceState(null, '', url);
  else history.pushState(null, '', url);
  dispatchEvent(new Event(CHANGED));
}

/** The current address; the component renders again when it changes. */
export function useLocation(): URL {
  const [href, setHref] = useState(location.href);
  useEffect(() => {
    const changed = () => setHref(location.href);
    addEventListener('popstate', changed);
    addEventListener(CHANGED, changed);
    return () => {
      removeEventListener('popstate', changed);
      removeEventListener(CHANGED, changed);
    };
  }, []);
  return new URL(href);
}

/** Whether the browser should follow a link itself. */
function isForeign(link: HTMLAnchorElement, event: MouseEvent): boolean {
  const modified = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  const elsewhere = link.origin !== location.origin || link.target === '_blank' || link.hasAttribute('download');
  return modified || elsewhere || link.dataset['reload'] !== undefined;
}

/** Follows links inside the page. Those to another server, downloads and `data-reload` are left alone. */
export function followLinks(): void {
  document.addEventListener('click', event => {
    const link = (event.target as Element | null)?.closest?.('a[href]') as HTMLAnchorElement | null;
    if (!link || event.defaultPrevented || isForeign(link, event)) return;
    const samePage = link.pathname === location.pathname && link.search === location.search && link.hash;
    if (samePage) return;
    event.preventDefault();
    navigate(link.href);
  });
}

/** The dialogs that have an address; their table is in routes.ts. */
export const dialogNames = ['keys', 'login', 'register', 'invite', 'options', 'computer', 'challenge', 'search', 'report'] as const;
export type DialogName = (typeof dialogNames)[number];

export const isDialogName = (name: string): name is DialogName => (dialogNames as readonly string[]).includes(name);

/** A query with a dialog ('login', 'challenge=anna'; '' for none) instead of the one that it has. What stands before
 * the dialog belongs to the page and stays; what follows belongs to the dialog: /?invite&fen=... */
export function withDialog(search: string, dialog: string): string {
  const parts = search.slice(1).split('&').filter(Boolean);
  const end = parts.findIndex(part => isDialogName(part.split('=', 1)[0]!));
  const kept = end < 0 ? parts : parts.slice(0, end);
  return dialog || kept.length ? `?${[...kept, dialog].filter(Boolean).join('&')}` : '';
}

/** The address of the page that is shown, with a dialog. A path can begin with two slashes, and would be the name
 * of a host if it stood alone. */
const hereWith = (dialog: string): string => `${location.origin}${location.pathname}${withDialog(location.search, dialog)}`;

/** Opens a dialog by its address: /path?login. Back closes it. */
export const openDialog = (dialog: string, { replace = false } = {}): void => navigate(hereWith(dialog), { replace });

/** Closes the dialog of the address. */
export const closeDialog = (): void => navigate(hereWith(''), { replace: true });
