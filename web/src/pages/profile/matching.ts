// SPDX-License-Identifier: MIT
/* Games of an opening. The server names openings, but does not search by them, so the page reads games and keeps those that match,
 * until it has enough to show or has read many. */
import type { UserGame } from '../../wire/users';
import { addGames, counts } from './gameRow';

/** Games that are shown at once. */
export const PAGE = 25;
/** The server's limit for a list. */
const READ_AT_ONCE = 50;
/** Requests for one click. */
const REQUESTS_MAX = 8;

/** Whether the opening of a game has this text in its name, or a code that begins with it. */
export function isOfOpening(game: UserGame, wanted: string): boolean {
  if (!wanted) return true;
  const text = wanted.toLowerCase();
  return !!game.opening && (game.opening.name.toLowerCase().includes(text) || game.opening.eco.toLowerCase().startsWith(text));
}

export interface Page {
  /** Those that match. */
  games: UserGame[];
  /** The time to continue at. */
  before: number | undefined;
  /** There are no more. */
  done: boolean;
}

type Read = (max: number, before: number | undefined) => Promise<UserGame[]>;

/** Reads the next games that match. */
export async function readMatching(read: Read, opening: string, before: number | undefined): Promise<Page> {
  const page: Page = { games: [], before, done: false };
  const max = opening ? READ_AT_ONCE : PAGE;
  for (let i = 0; i < REQUESTS_MAX && !page.done && page.games.length < PAGE; i++) {
    const next = await read(max, page.before);
    page.games = addGames(page.games, next.filter(game => counts(game) && isOfOpening(game, opening)));
    // The last game of a page is the first of the next one: their times may be equal.
    page.done = next.length < max || next.at(-1)!.createdAt === page.before;
    page.before = next.at(-1)?.createdAt ?? page.before;
  }
  return page;
}
