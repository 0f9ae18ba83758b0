// SPDX-License-Identifier: MIT
/* People and their games in the HTTP API (docs/api.md). */
import type { Side } from '../base/side';
import { getJson } from './http';
import type { Shape } from './shape';

export interface Perf {
  games: number;
  rating: number;
  /** The change over the last twelve games. */
  prog: number;
  prov?: boolean;
}

export interface UserProfile {
  bio?: string;
  realName?: string;
  flag?: string;
  location?: string;
  links?: string;
  [rating: `${string}Rating`]: number | undefined;
}

export interface User {
  id: string;
  username: string;
  title?: string;
  disabled?: boolean;
  perfs?: Record<string, Perf>;
  profile?: UserProfile;
  createdAt?: number;
  seenAt?: number;
  online?: boolean;
  /** The address of the game being played. */
  playing?: string;
  count?: { all: number; rated: number; win: number; loss: number; draw: number; playing: number };
  followable?: boolean;
  following?: boolean;
  blocking?: boolean;
}

export interface GamePlayer {
  user?: { id: string; name: string; title?: string };
  name?: string;
  aiLevel?: number;
  rating?: number;
  provisional?: boolean;
  ratingDiff?: number;
}

export interface UserGame {
  id: string;
  rated: boolean;
  variant: string;
  speed: string;
  perf: string;
  createdAt: number;
  lastMoveAt: number;
  status: string;
  /** How it ended, as a word of docs/protocol.md. */
  end?: string;
  winner?: Side;
  players: Record<Side, GamePlayer>;
  moves?: string;
  opening?: { eco: string; name: string; ply: number };
  clock?: { initial: number; increment: number };
  daysPerTurn?: number;
}

export interface RatingHistory {
  /** The English name: 'Blitz', 'King of the Hill'. */
  name: string;
  /** Year, month from 0, day, rating. */
  points: [number, number, number, number][];
}

export interface ActivityDay {
  interval: { start: number; end: number };
  games?: Record<string, { win: number; loss: number; draw: number; rp?: { before: number; after: number } }>;
}

export interface LeaderboardUser {
  id: string;
  username: string;
  title?: string;
  online?: boolean;
  perfs: Record<string, { rating: number; progress: number }>;
}

export const userShape: Shape = { id: 'string', username: 'string' };
export const gameShape: Shape = { id: 'string', status: 'string', createdAt: 'number', players: { white: 'map', black: 'map' } };
export const ratingHistoryShape: Shape = [{ name: 'string', points: ['list'] }];
export const activityShape: Shape = [{ interval: { start: 'number', end: 'number' } }];
export const leaderboardShape: Shape = [{ username: 'string', perfs: 'map' }];
export const crosstableShape: Shape = { users: 'map', nbGames: 'number' };

/** The addresses of the API contain names; those of guests begin with a tilde. */
export const userPath = (name: string): string => `/api/user/${encodeURIComponent(name)}`;

/** The names of players that begin with a text of at least three letters. */
export async function findPlayers(term: string): Promise<string[]> {
  const { result } = await getJson<{ result: { name: string }[] }>(`/api/player/autocomplete?object=true&term=${encodeURIComponent(term)}`, { result: [{ name: 'string' }] });
  return result.map(({ name }) => name);
}
