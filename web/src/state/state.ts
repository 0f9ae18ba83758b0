// SPDX-License-Identifier: MIT
/* The whole state of the page as one plain object. Only receive() and the functions of local.ts change it, by
 * returning a new one. */
import type { ConnectionPhase } from '../wire/connection';
import type { Client, Server } from '../wire/types';
import type { Side } from '../base/side';
import type { Terms } from '../base/terms';
import type { Round } from './round';

export interface Session {
  /** null until the server's hello. */
  name: string | null;
  role: 'anonymous' | 'guest' | 'player' | 'bot' | 'moderator' | 'admin';
  kid: boolean;
  /** The server's time minus ours, in milliseconds. */
  clockOffset: number;
}

export type Seek = Omit<Server<'found'>, 't'> & { gone?: boolean };
export type Person = Omit<Server<'person'>, 't'>;
export type Running = Omit<Server<'running'>, 't'>;
export type Place = Omit<Server<'place'>, 't'>;
export type Result = Omit<Server<'result'>, 't'>;
export type Challenge = Omit<Server<'challenged'>, 't'>;
export type Announcement = Omit<Server<'announcement'>, 't'>;
export type Notification = Omit<Server<'notification'>, 't'>;
export type PrivateMessage = Omit<Server<'private-message'>, 't'>;

/** A command to a game that the server has not answered. */
export interface UnansweredCommand {
  message: Client<'act'>;
  /** The user who gave it; no other user may send it. */
  who: string | null;
  /** When, by Date.now(). */
  at: number;
  /** The number of moves before it. */
  ply: number;
}

export interface Toast {
  id: number;
  text: string;
  kind: 'plain' | 'good' | 'bad';
  href?: string;
}

export interface State {
  /** Our ratings by kind, as far as they were asked for. */
  ratings: Record<string, number>;
  connection: { phase: ConnectionPhase; reason: string };
  /** The round-trip time to the server in milliseconds, smoothed; null until it was measured on this connection. */
  lag: number | null;
  session: Session;
  seeks: Seek[];
  /** How many wait in each pool, by its time control. */
  pools: Record<string, number>;
  /** The pool that we wait in. */
  pool: string | null;
  /** What we are looking for now; null if we are not. */
  wanted: Terms | null;
  /** Our open invitation by link. */
  invitation: { id: string; terms: Terms } | null;
  people: Record<string, Person>;
  counts: { people: number; guests: number; games: number };
  running: Running[];
  /** The running games of a list that is still being sent. */
  runningNext: Running[];
  runningCount: number;
  results: Result[];
  leaderboards: Record<string, Place[]>;
  leaderboardsNext: Record<string, Place[]>;
  tv: Record<string, { game: string | null; orientation: Side }>;
  rounds: Record<string, Round>;
  /** Our running games and our sides in them. */
  ours: Record<string, Side>;
  unanswered: readonly UnansweredCommand[];
  challenges: Record<string, Challenge>;
  unread: { notifications: number; messages: number };
  /** The last notification and message that arrived live. */
  lastNotification: Notification | null;
  lastMessage: PrivateMessage | null;
  preferences: Record<string, string>;
  announcements: Announcement[];
  /** When the server restarts, by the server's clock; null if it does not. */
  restartAt: number | null;
  /** Why the server ended the session. */
  notice: Pick<Server<'notice'>, 'text' | 'code' | 'parameters'> | null;
  toasts: Toast[];
}

export const initialState: State = {
  ratings: {},
  connection: { phase: 'connecting', reason: '' },
  lag: null,
  session: { name: null, role: 'anonymous', kid: false, clockOffset: 0 },
  seeks: [],
  pools: {},
  pool: null,
  wanted: null,
  invitation: null,
  people: {},
  counts: { people: 0, guests: 0, games: 0 },
  running: [],
  runningNext: [],
  runningCount: 0,
  results: [],
  leaderboards: {},
  leaderboardsNext: {},
  tv: {},
  rounds: {},
  ours: {},
  unanswered: [],
  challenges: {},
  unread: { notifications: 0, messages: 0 },
  lastNotification: null,
  lastMessage: null,
  preferences: {},
  announcements: [],
  restartAt: null,
  notice: null,
  toasts: [],
};

/** Whether somebody is logged in with an account. */
export const hasAccount = (session: Session): boolean => !['anonymous', 'guest'].includes(session.role);

export const isStaff = (session: Session): boolean => session.role === 'moderator' || session.role === 'admin';
