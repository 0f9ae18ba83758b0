// SPDX-License-Identifier: MIT
/* What the page searches for: from the address, and into it. Pure. */

import { inOrder } from '../../base/variants';

export const fields = ['db', 'variant', 'player', 'opponent', 'result', 'since', 'until', 'eco', 'material', 'pattern', 'fen'] as const;
export type Field = (typeof fields)[number];
export type Search = Record<Field, string>;

const TEXT_MAX = 100;

/** Reads the search of an address. */
export const searchFrom = (query: URLSearchParams): Search => Object.fromEntries(fields.map(field => [field, (query.get(field) ?? '').trim().slice(0, TEXT_MAX)])) as Search;

/** The page of an address, from 1. */
export const pageFrom = (query: URLSearchParams): number => (/^[1-9]\d{0,5}$/.test(query.get('page') ?? '') ? Number(query.get('page')) : 1);

/** The query of a search and of a page of it, without what is empty. */
export function queryOf(search: Search, page = 1): URLSearchParams {
  const query = new URLSearchParams();
  for (const field of fields) if (search[field]) query.set(field, search[field]);
  if (page > 1) query.set('page', String(page));
  return query;
}

export const addressOf = (search: Search, page = 1): string => {
  const text = queryOf(search, page).toString();
  return text ? `/games?${text}` : '/games';
};

/** Whether something else than the database is chosen. */
export const isNarrowed = (search: Search): boolean => fields.some(field => field !== 'db' && field !== 'variant' && search[field]);

/** The choices of the form: the server's own games first; if they are of several variants, also all of them. */
export function choicesOf<D extends { own: boolean; games: number; variant: string }>(databases: readonly D[]): D[] {
  const own = inOrder(databases.filter(database => database.own), ({ variant }) => variant);
  const others = databases.filter(database => !database.own);
  if (own.length < 2) return [...own, ...others];
  return [...own, ...others, { ...own[0]!, variant: 'all', games: own.reduce((sum, { games }) => sum + games, 0) }];
}

/** The database of a search: without a variant it is that of standard chess, which comes first. */
export const databaseOf = <D extends { name: string; variant: string }>(databases: readonly D[], { db, variant }: Search): D | undefined => {
  const named = databases.filter(({ name }) => name === db);
  return named.find(database => database.variant === variant) ?? named[0] ?? databases[0];
};
