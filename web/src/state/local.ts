// SPDX-License-Identifier: MIT
/* Local changes of the state, by the user and the connection, without the server. */
import { smoothLag } from '../base/lag';
import { lookUp } from '../base/lookup';
import type { Terms } from '../base/terms';
import type { ConnectionPhase } from '../wire/connection';
import { linesAfter } from './conditional';
import type { Session, State, Toast, UnansweredCommand } from './state';

export const setPhase =
  (phase: ConnectionPhase, reason: string) =>
  (state: State): State => ({ ...state, connection: { phase, reason }, lag: null });

export const addRoundTrip =
  (milliseconds: number) =>
  (state: State): State => ({ ...state, lag: smoothLag(state.lag, milliseconds) });

/** Shows a move before the server has acknowledged it. */
export const addPendingMove =
  (game: string, id: string, uci: string) =>
  (state: State): State => {
    const round = lookUp(state.rounds, game);
    if (!round) return state;
    const pending = { id, uci, ply: round.moves.length };
    return { ...state, rounds: { ...state.rounds, [game]: { ...round, pending, refusal: null } } };
  };

export const setUnanswered =
  (unanswered: readonly UnansweredCommand[]) =>
  (state: State): State => ({ ...state, unanswered });

export const clearRefusal =
  (game: string) =>
  (state: State): State => {
    const round = lookUp(state.rounds, game);
    return round?.refusal ? { ...state, rounds: { ...state.rounds, [game]: { ...round, refusal: null } } } : state;
  };

/** Shows next to the board why a command failed. */
export const setRefusal =
  (game: string, refusal: string) =>
  (state: State): State => {
    const round = lookUp(state.rounds, game);
    return round ? { ...state, rounds: { ...state.rounds, [game]: { ...round, refusal, pending: null } } } : state;
  };

/** The server has stored the replies that we prepared after `ply` moves. */
export const setConditional =
  (game: string, ply: number, lines: string) =>
  (state: State): State => {
    const round = lookUp(state.rounds, game);
    if (!round) return state;
    const conditional = round.moves.slice(ply).reduce(linesAfter, lines);
    return { ...state, rounds: { ...state.rounds, [game]: { ...round, conditional } } };
  };

/** The viewer, as the HTML page names them, before the server's hello. */
export const setViewer =
  (name: string, role: Session['role']) =>
  (state: State): State => ({ ...state, session: { ...state.session, name, role } });

export const setPool =
  (pool: string | null) =>
  (state: State): State => ({ ...state, pool });

/** We are looking for a game, or have stopped. */
export const setWanted =
  (wanted: Terms | null) =>
  (state: State): State => (state.wanted === wanted ? state : { ...state, wanted });

export const setInvitation =
  (invitation: State['invitation']) =>
  (state: State): State => ({ ...state, invitation });

export const setRatings =
  (ratings: State['ratings']) =>
  (state: State): State => ({ ...state, ratings });

/** A seek that is gone has been shown long enough. */
export const dropSeek =
  (seek: string) =>
  (state: State): State => ({ ...state, seeks: state.seeks.filter(other => other.seek !== seek) });

/** The lobby is no longer followed, so its data would become stale. */
export const forgetLobby = (state: State): State => ({ ...state, seeks: [], pools: {} });

/** The user has read why the server ended the session. */
export const clearNotice = (state: State): State => ({ ...state, notice: null });

export const addToast =
  (toast: Toast) =>
  (state: State): State => ({ ...state, toasts: [...state.toasts, toast] });

export const removeToast =
  (id: number) =>
  (state: State): State => ({ ...state, toasts: state.toasts.filter(toast => toast.id !== id) });

export const setPreferences =
  (preferences: Record<string, string>) =>
  (state: State): State => ({ ...state, preferences: { ...state.preferences, ...preferences } });

/** The client asked the server for the missing entries. */
export const closeGap =
  (game: string) =>
  (state: State): State => {
    const round = lookUp(state.rounds, game);
    return round ? { ...state, rounds: { ...state.rounds, [game]: { ...round, gap: false } } } : state;
  };

/** What is unread, after this page has read something. */
export const setUnread =
  (unread: State['unread']) =>
  (state: State): State => ({ ...state, unread });

export const setKid =
  (kid: boolean) =>
  (state: State): State => ({ ...state, session: { ...state.session, kid } });

/** How many games are kept that are no longer shown: Back often leads to one of them. */
export const IDLE_ROUNDS_MAX = 8;

/** Forgets games that are not watched and not ours, oldest first. */
export const forgetRounds =
  (isWatched: (game: string) => boolean) =>
  (state: State): State => {
    const idle = Object.keys(state.rounds).filter(game => !isWatched(game) && !Object.hasOwn(state.ours, game));
    if (idle.length <= IDLE_ROUNDS_MAX) return state;
    const gone = idle.slice(0, idle.length - IDLE_ROUNDS_MAX);
    return { ...state, rounds: Object.fromEntries(Object.entries(state.rounds).filter(([game]) => !gone.includes(game))) };
  };
