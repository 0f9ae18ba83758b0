// SPDX-License-Identifier: MIT
/* Which greeting fits the number of people and games. */
import type { Key } from '../../i18n';
import type { State } from '../../state/state';

export interface Greeting {
  title: { key: Key; n: number };
  /** The running games of others. */
  games: number;
  line: Key;
}

/** Few people in a quiet room are counted in words. */
const WORDS_UP_TO = 6;

function titleKey(n: number, games: number): Key {
  if (n === 0) return games ? 'home.gamesOnly' : 'home.nobody';
  if (games) return 'home.peopleGames';
  if (n === 1) return 'home.one';
  return n <= WORDS_UP_TO ? (`home.people${n as 2 | 3 | 4 | 5 | 6}` as const) : 'home.people';
}

/** What others do that this user could join. */
export interface Around {
  /** How many others are looking for an opponent. */
  waiting: number;
  /** Our own running games, which are not counted: we can neither join nor watch them. */
  own: number;
}

export function greetingOf({ people, guests, games }: State['counts'], { waiting, own }: Around): Greeting {
  const n = people + guests;
  const others = Math.max(0, games - own);
  const line: Key = waiting ? 'home.someoneWaits' : others ? 'home.sitDown' : 'home.quiet';
  return { title: { key: titleKey(n, others), n }, games: others, line };
}
