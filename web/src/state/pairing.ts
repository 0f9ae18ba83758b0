// SPDX-License-Identifier: MIT
/* What the Play button does: join a matching seek, wait in a pool, or create a seek.
 *
 * A seek is visible to all users, guests included, so it works best on a server with few people. Pools pair by
 * rating, which is better where many play. */
import { lookUp } from '../base/lookup';
import { isPlain, perfOf, type Terms } from '../base/terms';
import { parseTimeControl } from '../base/timecontrol';
import type { Client } from '../wire/types';
import type { Challenge, Seek, State } from './state';

/** The properties of the user that matter for seeks. */
export interface Seeker {
  name: string | null;
  guest: boolean;
  /** Our rating for a kind of games, if it is known. */
  rating(perf: string): number | null;
}

/** Why we cannot accept a seek. */
export type Obstacle = 'guest-rated' | 'rating';

const parseRange = (text: string): [number, number] => text.split('-').map(Number) as [number, number];

const isWithin = (rating: number, range: string): boolean => {
  const [low, high] = parseRange(range);
  return rating >= low && rating <= high;
};

/** Whether our game by this seek would be rated: some are casual for guests. */
export const isRatedFor = (seek: Pick<Seek, 'rated' | 'casual_for_guests'>, me: Pick<Seeker, 'guest'>): boolean =>
  seek.rated && !(me.guest && seek.casual_for_guests);

export function obstacleOf(seek: Seek, me: Seeker): Obstacle | null {
  if (me.guest && isRatedFor(seek, me)) return 'guest-rated';
  if (!seek.rating_range) return null;
  const rating = me.guest ? 0 : me.rating(perfOf(seek.variant, seek.clock));
  return rating === null || isWithin(rating, seek.rating_range) ? null : 'rating';
}

const sidesFit = (wanted: Terms['side'], theirs: string): boolean => wanted === 'random' || theirs === 'random' || wanted !== theirs;

const ratedFits = (terms: Terms, seek: Seek, me: Seeker): boolean => terms.rated === 'either' || (terms.rated === 'rated') === isRatedFor(seek, me);

/** Whether a game by this seek is one that the terms ask for. */
export function fits(seek: Seek, terms: Terms, me: Seeker): boolean {
  const same = seek.clock === terms.clock && seek.variant === terms.variant && !seek.fen && (seek.hidden ?? false) === terms.hidden;
  const open = !seek.gone && !seek.yours && !obstacleOf(seek, me);
  const theirRating = !terms.range || (seek.rating !== undefined && isWithin(seek.rating, terms.range));
  return same && open && theirRating && sidesFit(terms.side, seek.side) && ratedFits(terms, seek, me);
}

/** The seek to join: a rated one before a casual one, then the nearest rating, then the oldest. */
export function findSeek(seeks: readonly Seek[], terms: Terms, me: Seeker): Seek | null {
  const ours = me.guest ? null : me.rating(perfOf(terms.variant, terms.clock));
  const distance = (seek: Seek) => (ours === null || seek.rating === undefined ? 0 : Math.abs(seek.rating - ours));
  const fitting = seeks.filter(seek => fits(seek, terms, me));
  fitting.sort((a, b) => Number(b.rated) - Number(a.rated) || distance(a) - distance(b));
  return fitting[0] ?? null;
}

export type Plan = { do: 'join'; seek: string } | { do: 'pool'; pool: string } | { do: 'seek' };

/** With at least this many people online, pools find better opponents than the first seek. */
const CROWD = 40;

type Lobby = Pick<State, 'seeks' | 'pools' | 'counts'>;

/** Whether to try the pool first: somebody is waiting in it, or enough people are online. */
function usesPool(terms: Terms, lobby: Lobby): boolean {
  if (!isPlain(terms) || !(terms.clock in lobby.pools)) return false;
  return lobby.pools[terms.clock]! > 0 || lobby.counts.people + lobby.counts.guests >= CROWD;
}

/** A pool has rated games for accounts and casual ones for guests. */
const poolFits = (terms: Terms, me: Seeker): boolean => (me.guest ? terms.rated !== 'rated' : terms.rated !== 'casual');

export function planPlay(terms: Terms, lobby: Lobby, me: Seeker): Plan {
  const seek = findSeek(lobby.seeks, terms, me);
  if (seek) return { do: 'join', seek: seek.seek };
  return usesPool(terms, lobby) && poolFits(terms, me) ? { do: 'pool', pool: terms.clock } : { do: 'seek' };
}

/** The seek for these terms. With either choice it is rated for an account, and casual for a guest who accepts it. */
export function seekOf(terms: Terms, me: Seeker): Omit<Client<'seek'>, 'id'> {
  const rated = !me.guest && terms.rated !== 'casual';
  const { clock, variant, side, hidden } = terms;
  const range = terms.range && !me.guest ? { rating_range: terms.range } : {};
  const guests = rated && terms.rated === 'either' ? { casual_for_guests: true } : {};
  return { t: 'seek', clock, variant, side, rated, hidden, ...range, ...guests };
}

/** Whether we play a game with a clock now. Correspondence games leave time for another one. */
export const isAtBoard = ({ ours, rounds }: Pick<State, 'ours' | 'rounds'>): boolean =>
  Object.keys(ours).some(id => {
    const round = lookUp(rounds, id);
    return !round || parseTimeControl(round.control).kind !== 'days';
  });

/** Whether the page is the board of a running game of ours, which no challenge covers. */
export const isAtOwnBoard = (ours: State['ours'], pathname: string): boolean => Object.hasOwn(ours, pathname.split('/')[1]!);

/** Whether to announce a new seek: we can accept it, and few people are online. One that matches our own search is
 * joined without asking. */
export function callsFor(seek: Seek, state: State, me: Seeker): boolean {
  const crowd = state.counts.people + state.counts.guests >= CROWD;
  const open = !seek.yours && !seek.gone && obstacleOf(seek, me) === null;
  return open && !crowd && !isAtBoard(state) && !(state.wanted && fits(seek, state.wanted, me));
}

/** How the list of seeks is shown: ours first, the others in the order they came, so that a new one never
 * moves another. */
export function orderSeeks(seeks: readonly Seek[]): Seek[] {
  return [...seeks.filter(seek => seek.yours), ...seeks.filter(seek => !seek.yours)];
}

/** Challenges to us that a page shows until they are answered. At our board they wait for the end of the game; a
 * rematch is answered at the board of the previous game, if that is open. */
export function receivedChallenges({ challenges, name, ours }: { challenges: State['challenges']; name: string | null; ours: State['ours'] }, pathname: string): Challenge[] {
  if (isAtOwnBoard(ours, pathname)) return [];
  const isAnsweredHere = (game?: string) => game !== undefined && pathname.startsWith(`/${game}`);
  return Object.values(challenges).filter(({ to, from, rematch_of }) => to === name && from !== name && !isAnsweredHere(rematch_of));
}

/** Our challenges to people that are not answered. A rematch is offered at its board. */
export const sentChallenges = ({ challenges, name }: { challenges: State['challenges']; name: string | null }): Challenge[] =>
  Object.values(challenges).filter(({ from, to, rematch_of }) => from === name && to !== undefined && to !== name && rematch_of === undefined);
