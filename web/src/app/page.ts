// SPDX-License-Identifier: MIT
/* The pages: address, code and texts. The first row that matches is shown. Code and texts load when the
 * page is opened. */
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import type { CatalogueName } from '../i18n';

/** The parts of the address that a pattern names, decoded: /@/:name */
export type PageParams = Record<string, string>;

export interface PageProps {
  params: PageParams;
  url: URL;
}

export interface Page {
  /** ':x' is one part of the path, '*x' the rest of it, which may be empty. */
  path: string;
  load(): Promise<{ default: ComponentType<PageProps> }>;
  texts: CatalogueName[];
  /** The entry of the navigation that is marked. */
  nav?: 'play' | 'watch' | 'analyse' | 'puzzles' | 'players' | 'admin' | 'you';
  /** The page fills the window: no footer, and on a phone no header. */
  board?: boolean;
  /** Works without a connection. */
  offline?: boolean;
}

export interface PageMatch {
  page: Page;
  params: PageParams;
}

function toRegExp(path: string): RegExp {
  const parts = path
    .split('/')
    .slice(1)
    .map(part => (part.startsWith(':') ? `/(?<${part.slice(1)}>[^/]+)` : part.startsWith('*') ? `(?:/(?<${part.slice(1)}>.*))?` : `/${part}`));
  return new RegExp(`^${parts.join('')}/?$`);
}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Finds the page of a path. */
export function matchPage(pages: readonly Page[], path: string): PageMatch | null {
  for (const page of pages) {
    const match = page.path === '/' ? (path === '/' ? [] : null) : toRegExp(page.path).exec(path);
    if (!match) continue;
    const groups = Object.entries((match as RegExpExecArray).groups ?? {});
    return { page, params: Object.fromEntries(groups.map(([name, text]) => [name, decode(text ?? '')])) };
  }
  return null;
}

/** For a page that shows a board only sometimes: fills the window while the component is there. The shell
 * decides in a layout effect, so that this one comes later. */
export function useBoardLayout(): void {
  useEffect(() => {
    document.body.classList.add('at-board');
    return () => document.body.classList.remove('at-board');
  }, []);
}
