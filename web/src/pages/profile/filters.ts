// SPDX-License-Identifier: MIT
/* Which games of a player are shown: from the address, into the address, and into a request. Pure. */
import { isSide, type Side } from '../../base/side';

export type GameResult = 'win' | 'draw' | 'loss';

export interface Filters {
  result: GameResult | null;
  /** true: only rated games; false: only casual ones. */
  rated: boolean | null;
  /** '' for all. */
  perf: string;
  color: Side | null;
  /** The opponent's whole name; '' for all. */
  vs: string;
  /** A part of the opponent's name; '' for all. */
  opponent: string;
  /** A part of the opening's name, or the beginning of its code; '' for all. */
  opening: string;
  /** Days, '2026-03-31'; '' for no limit. */
  since: string;
  until: string;
}

export const noFilters: Filters = { result: null, rated: null, perf: '', color: null, vs: '', opponent: '', opening: '', since: '', until: '' };

const isResult = (text: string | null): text is GameResult => text === 'win' || text === 'draw' || text === 'loss';
const day = (text: string | null): string => (text && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : '');
const word = (text: string | null): string => (text && /^[\w-]{1,32}$/.test(text) ? text : '');

const phrase = (text: string | null): string => (text ?? '').trim().slice(0, 60);

/** Reads the filters of an address. What is not valid is left out. */
export function filtersFrom(query: URLSearchParams): Filters {
  const result = query.get('result');
  const rated = query.get('rated');
  const color = query.get('color') ?? undefined;
  return {
    result: isResult(result) ? result : null,
    rated: rated === 'true' ? true : rated === 'false' ? false : null,
    perf: word(query.get('perf')),
    color: isSide(color) ? color : null,
    vs: word(query.get('vs')),
    opponent: word(query.get('opponent')),
    opening: phrase(query.get('opening')),
    since: day(query.get('since')),
    until: day(query.get('until')),
  };
}

/** The query of an address with these filters: 'result=win&perf=blitz', or ''. */
export function queryOf(filters: Filters): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) if (value !== null && value !== '') query.set(name, String(value));
  return query.toString();
}

const startOfDay = (text: string): number => new Date(`${text}T00:00:00`).getTime();
const endOfDay = (text: string): number => new Date(`${text}T23:59:59.999`).getTime();

/** The address of the export of these games. `before` continues a list at that time. */
export function gamesAddress(name: string, filters: Filters, more: Record<string, string | number> = {}, before?: number): string {
  const query = new URLSearchParams();
  const { result, rated, perf, color, vs, opponent, opening, since, until } = filters;
  const end = Math.min(until ? endOfDay(until) : Infinity, before ?? Infinity);
  const values = { result, rated, perfType: perf, color, vs, opponent, openingName: opening, since: since ? startOfDay(since) : '', until: end < Infinity ? end : '', ...more };
  for (const [key, value] of Object.entries(values)) if (value !== null && value !== '') query.set(key, String(value));
  const text = query.toString();
  return `/api/games/user/${encodeURIComponent(name)}${text ? `?${text}` : ''}`;
}

/** How many filters are set besides those that have a button of their own. */
export const countHidden = ({ perf, color, opening, since, until, rated }: Filters): number =>
  [perf, color, opening, since, until, rated === false].filter(Boolean).length;

/** The filters for what was typed as the opponent: a whole name if it is known, otherwise a part of one. */
export function withOpponent(filters: Filters, text: string, known: readonly string[]): Filters {
  const typed = text.trim();
  const name = known.find(one => one.toLowerCase() === typed.toLowerCase());
  return { ...filters, vs: name ?? '', opponent: name ? '' : typed };
}
