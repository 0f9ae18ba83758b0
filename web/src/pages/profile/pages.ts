// SPDX-License-Identifier: MIT
/* The list of a player's games, page by page. */
import type { UserGame } from '../../wire/users';
import { counts } from './gameRow';

/** Games that are asked for at once. */
export const PAGE = 25;

export interface Page {
  games: UserGame[];
  /** The time to continue at. */
  before: number | undefined;
  /** There are no more. */
  done: boolean;
}

type Read = (max: number, before: number | undefined) => Promise<UserGame[]>;

/** Reads the next games. The last one of a page is the first of the next page: their times may be equal. */
export async function readPage(read: Read, before: number | undefined): Promise<Page> {
  const games = await read(PAGE, before);
  const last = games.at(-1)?.createdAt;
  return { games: games.filter(counts), before: last ?? before, done: games.length < PAGE || last === before };
}
