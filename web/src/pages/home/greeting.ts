// SPDX-License-Identifier: MIT
/* Which greeting fits the number of people and games. */
import type { Key } from '../../i18n';
import type { State } from '../../state/state';

export interface Greeting {
  title: { key: Key; n: number };
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

export function greetingOf({ people, guests, games }: State['counts']): Greeting {
  const n = people + guests;
  const line: Key = games ? 'home.sitDown' : 'home.quiet';
  return { title: { key: titleKey(n, games), n }, line };
}
