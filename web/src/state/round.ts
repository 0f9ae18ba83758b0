// SPDX-License-Identifier: MIT
/* One game as this client knows it: a snapshot and the events after it. The version of a game is the
 * number of its last entry, so a gap is always noticed (docs/protocol.md). */
import type { Clocks } from '../base/clock';
import { isSide, type Side } from '../base/side';
import type { Server } from '../wire/types';
import { linesAfter } from './conditional';

export interface RoundPlayer {
  name: string;
  rating: number | null;
  provisional: boolean;
  /** Rating points won or lost; null during the game, or if it is not rated. */
  diff: number | null;
  here: boolean;
}

export interface ChatLine {
  version: number;
  room: string;
  name: string;
  text: string;
}

/** A move that was made here and is not acknowledged yet. */
export interface PendingMove {
  id: string;
  uci: string;
  /** The number of moves before it. */
  ply: number;
}

export interface Round {
  id: string;
  version: number;
  you: Side | 'spectator';
  white: RoundPlayer;
  black: RoundPlayer;
  computer: Side | null;
  level: number | null;
  variant: string;
  /** The time control: '5+3'. */
  control: string;
  speed: string;
  rated: boolean;
  hidden: boolean;
  /** Guests can say only phrases here. */
  phrases: boolean;
  start: string;
  moves: string[];
  /** The mover's clock after each move in milliseconds; null where it is not known. */
  moveClocks: (number | null)[];
  turn: Side;
  /** null without clocks. */
  clocks: Clocks | null;
  status: string;
  winner: Side | null;
  /** How it ended: a word of docs/protocol.md, and who resigned, left or ran out of time. */
  end: string | null;
  endBy: Side | null;
  offer: Side | null;
  canClaim: boolean;
  canAbort: boolean;
  /** When the absent opponent's game can be claimed, by performance.now(). */
  claimableAt: number | null;
  /** When the first move must have been made, by performance.now(). */
  deadlineAt: number | null;
  watchers: number;
  vacation: string | null;
  /** The replies that we have prepared: state/conditional.ts. */
  conditional: string;
  /** The next game's id, or the side that offers a rematch. */
  rematch: string | null;
  chat: ChatLine[];
  pending: PendingMove | null;
  /** Why the last command was refused; cleared by the next one. */
  refusal: string | null;
  /** Entries are missing: the game must be watched again. */
  gap: boolean;
}

export const isOver = (round: Round): boolean => round.status !== 'created' && round.status !== 'started';

export const isPlayer = (round: Round): boolean => round.you !== 'spectator';

const players = ['white', 'black'] as const;

const CHAT_MAX = 100;

function clocksFrom(message: { white_ms?: number; black_ms?: number; running: boolean }, turn: Side, now: number): Clocks | null {
  if (message.white_ms === undefined || message.black_ms === undefined) return null;
  return { white: message.white_ms, black: message.black_ms, running: message.running ? turn : null, at: now };
}

function playerFrom(message: Server<'game'>, side: Side): RoundPlayer {
  return {
    name: message[side],
    rating: message[`${side}_rating`] ?? null,
    provisional: message[`${side}_provisional`] ?? false,
    diff: message[`${side}_diff`] ?? null,
    here: message[`${side}_here`],
  };
}

const sideOrNull = (text: string | undefined): Side | null => (isSide(text) ? text : null);

/** The mover's clocks of a snapshot: centiseconds separated by spaces, '-' where unknown. */
function moveClocksFrom(text: string | undefined, count: number): (number | null)[] {
  const parts = text ? text.split(' ') : [];
  return Array.from({ length: count }, (_, i) => (parts[i] && parts[i] !== '-' ? Number(parts[i]) * 10 : null));
}

/** A snapshot replaces everything; only what belongs to this client is kept. */
export function roundFromSnapshot(message: Server<'game'>, now: number, before?: Round): Round {
  const moves = message.moves ? message.moves.split(' ') : [];
  const turn: Side = message.turn === 'black' ? 'black' : 'white';
  return {
    id: message.game,
    version: message.version,
    you: sideOrNull(message.you) ?? 'spectator',
    white: playerFrom(message, 'white'),
    black: playerFrom(message, 'black'),
    computer: sideOrNull(message.computer),
    level: message.level ?? null,
    variant: message.variant,
    control: message.clock,
    speed: message.speed,
    rated: message.rated,
    hidden: message.hidden,
    phrases: message.phrases ?? false,
    start: message.start,
    moves,
    moveClocks: moveClocksFrom((message as { clocks?: string }).clocks, moves.length),
    turn,
    clocks: clocksFrom(message, turn, now),
    status: message.status,
    winner: sideOrNull(message.winner),
    end: message.end ?? null,
    endBy: sideOrNull(message.end_by),
    offer: sideOrNull(message.offer),
    canClaim: message.claim,
    canAbort: message.abort,
    claimableAt: message.claimable_in === undefined ? null : now + message.claimable_in * 1000,
    deadlineAt: message.deadline_ms === undefined ? null : now + message.deadline_ms,
    watchers: message.watchers,
    vacation: message.vacation ?? null,
    conditional: message.conditional ?? '',
    rematch: message.rematch ?? null,
    chat: [],
    pending: before?.pending && before.pending.ply === moves.length ? before.pending : null,
    refusal: before?.refusal ?? null,
    gap: false,
  };
}

/** Whether an entry is the next one. A version that is known already changes nothing; one that is too far
 * ahead is a gap. */
function checkVersion(round: Round, version: number): 'next' | 'known' | 'gap' {
  if (version <= round.version) return 'known';
  return version === round.version + 1 ? 'next' : 'gap';
}

export function applyEvent(round: Round, event: Server<'event'>, now: number): Round {
  const kind = checkVersion(round, event.version);
  if (kind === 'known') return round;
  if (kind === 'gap') return { ...round, gap: true };
  const by = sideOrNull(event.by);
  const moved = event.what === 'move' && event.move ? appendMove(round, event, by) : round;
  return {
    ...moved,
    version: event.version,
    clocks: clocksFrom(event, moved.turn, now),
    status: event.status,
    winner: sideOrNull(event.winner),
    end: event.end ?? null,
    endBy: sideOrNull(event.end_by),
    deadlineAt: event.deadline_ms === undefined ? null : now + event.deadline_ms,
    offer: sideOrNull(event.offer),
    canClaim: event.claim ?? false,
    canAbort: moved.moves.length < 2 && (event.status === 'started' || event.status === 'created'),
    white: { ...moved.white, diff: event.white_diff ?? moved.white.diff },
    black: { ...moved.black, diff: event.black_diff ?? moved.black.diff },
  };
}

function appendMove(round: Round, event: Server<'event'>, by: Side | null): Round {
  const mover = by ?? round.turn;
  const clock = event[`${mover}_ms`] ?? null;
  return {
    ...round,
    moves: [...round.moves, event.move!],
    moveClocks: [...round.moveClocks, clock],
    turn: mover === 'white' ? 'black' : 'white',
    pending: null,
    conditional: linesAfter(round.conditional, event.move!),
  };
}

export function applyChat(round: Round, line: Server<'chat'>): Round {
  const known = round.chat.some(other => other.version === line.version);
  const kind = checkVersion(round, line.version);
  if (known || kind === 'gap') return known ? round : { ...round, gap: true };
  const { version, room, name, text } = line;
  const chat = [...round.chat, { version, room, name, text }].sort((a, b) => a.version - b.version);
  return { ...round, chat: chat.slice(-CHAT_MAX), version: Math.max(round.version, version) };
}

export function applySkip(round: Round, message: Server<'skip'>): Round {
  const kind = checkVersion(round, message.version);
  if (kind === 'known') return round;
  return kind === 'next' ? { ...round, version: message.version } : { ...round, gap: true };
}

export function applyPresence(round: Round, message: Server<'presence'>, now: number): Round {
  const side = sideOrNull(message.side);
  if (!side) return round;
  const claimableAt = message.claimable_in === undefined ? null : now + message.claimable_in * 1000;
  const ours = side === round.you;
  return { ...round, [side]: { ...round[side], here: message.here }, claimableAt: ours ? round.claimableAt : claimableAt };
}

export function applyVacation(round: Round, message: Server<'on-vacation'>): Round {
  const away = players.filter(side => (side === message.side ? message.on : round.vacation === side || round.vacation === 'both'));
  return { ...round, vacation: away.length === 2 ? 'both' : (away[0] ?? null) };
}

/** A move that the server refused is taken back. Refusals of other commands change nothing. */
export function applyRefusal(round: Round, id: string): Round {
  return round.pending?.id === id ? { ...round, pending: null } : round;
}
