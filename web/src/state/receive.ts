// SPDX-License-Identifier: MIT
/* Applies a message of the server to the state. Pure: the time is passed in. */
import { lookUp } from '../base/lookup';
import { isSide } from '../base/side';
import type { Server, ServerMessage } from '../wire/types';
import { applyChat, applyEvent, applyPresence, applyRefusal, applySkip, applyVacation, isOver, roundFromSnapshot, type Round } from './round';
import type { Session, State } from './state';

/** When a message arrived: `now` by performance.now(), `date` by Date.now(). */
export interface Arrival {
  now: number;
  date: number;
}

type Handlers = { [T in ServerMessage['t']]?: (state: State, message: Server<T>, at: Arrival) => State };

const RESULTS_MAX = 20;

const without = <T>(record: Record<string, T>, key: string): Record<string, T> => {
  const { [key]: _, ...rest } = record;
  return rest;
};

/** The message without its name. */
const fields = <M extends { t: string }>(message: M): Omit<M, 't'> => {
  const { t: _, ...rest } = message;
  return rest;
};

function updateRound(state: State, id: string, update: (round: Round) => Round): State {
  const round = lookUp(state.rounds, id);
  if (!round) return state;
  const next = update(round);
  if (next === round) return state;
  const ours = isOver(next) ? without(state.ours, id) : state.ours;
  return { ...state, rounds: { ...state.rounds, [id]: next }, ours };
}

function sessionFrom(hello: Server<'hello'>, date: number): Session {
  const role = hello.name === 'Anonymous' ? 'anonymous' : (hello.role as Session['role']);
  return { name: hello.name, role, kid: hello.kid ?? false, clockOffset: hello.now - date };
}

/** A new connection: lists that are sent again start empty. Games are kept, because they can continue, unless
 * we are somebody else now: then we may play in one that we watched. */
function receiveHello(state: State, hello: Server<'hello'>, at: Arrival): State {
  const cleared = { seeks: [], pools: {}, pool: null, people: {}, runningNext: [], results: [], ours: {}, challenges: {} };
  return {
    ...state,
    ...cleared,
    rounds: [null, hello.name].includes(state.session.name) ? state.rounds : {},
    announcements: [],
    restartAt: null,
    unread: { notifications: 0, messages: 0 },
    session: sessionFrom(hello, at.date),
  };
}

/** A move that was made before the page was loaded again is still on its way. */
function showUnansweredMove(round: Round, unanswered: State['unanswered']): Round {
  const sent = unanswered.find(({ message, ply }) => message.game === round.id && message.verb === 'move' && ply === round.moves.length);
  if (!sent?.message.move || round.pending || isOver(round)) return round;
  return { ...round, pending: { id: sent.message.id, uci: sent.message.move, ply: sent.ply } };
}

function receiveGame(state: State, message: Server<'game'>, at: Arrival): State {
  const round = showUnansweredMove(roundFromSnapshot(message, at.now, lookUp(state.rounds, message.game)), state.unanswered);
  const rounds = { ...state.rounds, [message.game]: round };
  if (round.you === 'spectator') return { ...state, rounds };
  const ours = isOver(round) ? without(state.ours, round.id) : { ...state.ours, [round.id]: round.you };
  return { ...state, rounds, ours };
}

function receiveFound(state: State, message: Server<'found'>): State {
  const seek = fields(message);
  const known = state.seeks.some(other => other.seek === seek.seek);
  const seeks = known ? state.seeks.map(other => (other.seek === seek.seek ? seek : other)) : [...state.seeks, seek];
  return { ...state, seeks };
}

/** A seek that is gone keeps its place for a moment, so that nobody clicks the next one by mistake. */
function receiveLost(state: State, message: Server<'lost'>): State {
  return { ...state, seeks: state.seeks.map(seek => (seek.seek === message.seek ? { ...seek, gone: true } : seek)) };
}

function receiveChallenged(state: State, message: Server<'challenged'>): State {
  const waits = message.state === 'created' || message.state === 'offline';
  const rest = without(state.challenges, message.challenge);
  return { ...state, challenges: waits ? { ...rest, [message.challenge]: fields(message) } : rest };
}

function receivePlace(state: State, message: Server<'place'>): State {
  const places = message.place === 1 ? [] : (state.leaderboardsNext[message.perf] ?? []);
  return { ...state, leaderboardsNext: { ...state.leaderboardsNext, [message.perf]: [...places, fields(message)] } };
}

function receivePlaces(state: State, { perf, count }: Server<'places'>): State {
  const places = count ? (state.leaderboardsNext[perf] ?? []).slice(0, count) : [];
  return { ...state, leaderboards: { ...state.leaderboards, [perf]: places } };
}

function receiveResult(state: State, message: Server<'result'>): State {
  const others = state.results.filter(result => result.game !== message.game);
  return { ...state, results: [fields(message), ...others].slice(0, RESULTS_MAX) };
}

function receiveAnnouncement(state: State, message: Server<'announcement'>): State {
  const others = state.announcements.filter(other => other.id !== message.id);
  return { ...state, announcements: message.text === undefined ? others : [...others, fields(message)] };
}

function receiveRefused(state: State, message: Server<'refused'>): State {
  if (!message.game || !message.id) return state;
  return updateRound(state, message.game, round => applyRefusal(round, message.id!));
}

/** Kid mode comes as a preference too. */
function receivePreference(state: State, { name, value }: Server<'preference'>): State {
  if (name === 'kid') return { ...state, session: { ...state.session, kid: value === 'true' || value === '1' } };
  return { ...state, preferences: { ...state.preferences, [name]: value } };
}

const handlers: Handlers = {
  hello: receiveHello,
  game: receiveGame,
  event: (state, message, at) => updateRound(state, message.game, round => applyEvent(round, message, at.now)),
  chat: (state, message) => updateRound(state, message.game, round => applyChat(round, message)),
  skip: (state, message) => updateRound(state, message.game, round => applySkip(round, message)),
  presence: (state, message, at) => updateRound(state, message.game, round => applyPresence(round, message, at.now)),
  'on-vacation': (state, message) => updateRound(state, message.game, round => applyVacation(round, message)),
  crowd: (state, { game, watchers }) => updateRound(state, game, round => ({ ...round, watchers })),
  rematched: (state, { game, by, next }) => updateRound(state, game, round => ({ ...round, rematch: next ?? by ?? null })),
  refused: receiveRefused,
  found: receiveFound,
  lost: receiveLost,
  'pool-size': (state, { pool, waiting }) => ({ ...state, pools: { ...state.pools, [pool]: waiting } }),
  unpooled: state => ({ ...state, pool: null }),
  challenged: receiveChallenged,
  start: (state, { game, side }) => (isSide(side) ? { ...state, ours: { ...state.ours, [game]: side } } : state),
  running: (state, message) => ({ ...state, runningNext: [...state.runningNext, fields(message)] }),
  'running-end': (state, { count }) => ({ ...state, running: state.runningNext, runningNext: [], runningCount: count }),
  place: receivePlace,
  places: receivePlaces,
  result: receiveResult,
  featured: (state, { channel, game, orientation }) => ({
    ...state,
    tv: { ...state.tv, [channel]: { game: game ?? null, orientation: orientation === 'black' ? 'black' : 'white' } },
  }),
  // A single word is for programs: the user ended the session, here or elsewhere.
  notice: (state, { type, text, code, parameters }) =>
    type === 'kicked' && text.includes(' ') ? { ...state, notice: { text, code, parameters } } : state,
  person: (state, message) => ({ ...state, people: { ...state.people, [message.name]: fields(message) } }),
  'person-left': (state, { name }) => ({ ...state, people: without(state.people, name) }),
  'people-count': (state, { people, guests, games }) => ({ ...state, counts: { people, guests, games } }),
  preference: receivePreference,
  notification: (state, message) => ({
    ...state,
    unread: { ...state.unread, notifications: message.unread },
    lastNotification: fields(message),
  }),
  'private-message': (state, message) => ({ ...state, lastMessage: fields(message) }),
  unread: (state, { notifications, messages }) => ({ ...state, unread: { notifications, messages } }),
  announcement: receiveAnnouncement,
  'restart-planned': (state, { at }) => ({ ...state, restartAt: at ?? null }),
};

/** The state after a message. Messages and fields that this client does not know change nothing. */
export function receive(state: State, message: ServerMessage, at: Arrival): State {
  const handler = lookUp(handlers, message.t) as ((state: State, message: ServerMessage, at: Arrival) => State) | undefined;
  return handler ? handler(state, message, at) : state;
}
