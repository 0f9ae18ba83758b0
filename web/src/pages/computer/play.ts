// SPDX-License-Identifier: MIT
/* A game against the computer on this device: plain data and pure functions over it. */
import { opposite, type Side } from '../../base/side';
import { parseTimeControl } from '../../base/timecontrol';
import type { Line } from '../../chess/line';
import { lastPosition } from '../../chess/line';
import type { ComputerTerms } from '../../ui/ComputerForm';

/** What ends a game besides the position. */
export type PlayEnd = 'resign' | 'time';

export interface Play {
  terms: ComputerTerms;
  you: Side;
  /** FEN of the start position. */
  start: string;
  /** In UCI notation. */
  moves: string[];
  /** The moves taken back, the last one first to be played again. */
  undone: string[];
  /** Makes the errors of a level the same after a reload. */
  seed: number;
  /** The milliseconds left to each side when the turn began; null without a clock. */
  clocks: Record<Side, number> | null;
  /** How the game ended, if not by the position, and who lost by it. */
  ended: { how: PlayEnd; loser: Side } | null;
}

export interface StartOptions {
  start: string;
  /** 0 to 1, for the colour. */
  chance: number;
  seed: number;
}

export function startPlay(terms: ComputerTerms, { start, chance, seed }: StartOptions): Play {
  const { kind, base, increment } = parseTimeControl(terms.clock);
  const time = Math.max(base, increment, 1000);
  return {
    terms,
    you: terms.color === 'random' ? (chance < 0.5 ? 'white' : 'black') : terms.color,
    start,
    moves: [],
    undone: [],
    seed,
    clocks: kind === 'clock' ? { white: time, black: time } : null,
    ended: null,
  };
}

/** Clocks run once both sides have moved. */
export const clockRuns = (play: Play): boolean => play.clocks !== null && play.ended === null && play.moves.length >= 2;

/** Plays a move of `side`, which had `left` milliseconds when it moved. */
export function addMove(play: Play, uci: string, side: Side, left: number): Play {
  const { increment } = parseTimeControl(play.terms.clock);
  const clocks = play.clocks && clockRuns(play) ? { ...play.clocks, [side]: left + increment } : play.clocks;
  const again = play.undone[play.undone.length - 1] === uci;
  return { ...play, moves: [...play.moves, uci], undone: again ? play.undone.slice(0, -1) : [], clocks };
}

/** The game with what the clock of the side to move shows. */
export const withTimeLeft = (play: Play, side: Side, left: number): Play => (play.clocks ? { ...play, clocks: { ...play.clocks, [side]: left } } : play);

const startSide = (play: Play): Side => (play.start.split(' ')[1] === 'b' ? 'black' : 'white');

export const turnOf = (play: Play): Side => (play.moves.length % 2 === 0 ? startSide(play) : opposite(startSide(play)));

/** How many moves go when you take one back: yours and the answer to it. */
function takeBackCount(play: Play): number {
  const count = turnOf(play) === play.you ? 2 : 1;
  return count <= play.moves.length ? count : 0;
}

export const canTakeBack = (play: Play): boolean => takeBackCount(play) > 0;

export function takeBack(play: Play): Play {
  const count = takeBackCount(play);
  if (count === 0) return play;
  const kept = play.moves.length - count;
  return { ...play, moves: play.moves.slice(0, kept), undone: [...play.undone, ...play.moves.slice(kept).reverse()], ended: null };
}

export const canRedo = (play: Play): boolean => play.undone.length > 0 && play.ended === null;

/** Plays your move that was taken back, and the computer's answer if it was given. */
export function redo(play: Play): Play {
  if (!canRedo(play)) return play;
  const count = Math.min(turnOf(play) === play.you ? 2 : 1, play.undone.length);
  const again = play.undone.slice(play.undone.length - count).reverse();
  return { ...play, moves: [...play.moves, ...again], undone: play.undone.slice(0, play.undone.length - count) };
}

export const endPlay = (play: Play, how: PlayEnd, loser: Side): Play => ({
  ...play,
  ended: { how, loser },
  clocks: play.clocks && how === 'time' ? { ...play.clocks, [loser]: 0 } : play.clocks,
});

export interface PlayResult {
  /** A code for the reason: 'checkmate', 'repetition', 'resign'. */
  reason: string;
  winner: Side | null;
}

/** The part of a FEN that makes two positions the same. */
const repetitionKey = (fen: string): string => fen.split(' ').slice(0, 4).join(' ');

function drawByLength(line: Line): string | null {
  if (line.variant === 'crazyhouse') return null;
  const fen = lastPosition(line).fen();
  const numbers = fen.split(' ').filter(field => /^\d+$/.test(field));
  return Number(numbers[0]) >= 100 ? 'fifty-moves' : null;
}

function drawByRepetition(line: Line): string | null {
  const keys = line.positions.map(position => repetitionKey(position.fen()));
  const last = keys[keys.length - 1];
  return keys.filter(key => key === last).length >= 3 ? 'repetition' : null;
}

/** How the game has ended; null while it is running. */
export function resultOf(play: Play, line: Line): PlayResult | null {
  if (play.ended) return { reason: play.ended.how, winner: opposite(play.ended.loser) };
  const outcome = lastPosition(line).outcome();
  if (outcome) return { reason: outcome.end, winner: outcome.winner };
  const draw = drawByLength(line) ?? drawByRepetition(line);
  return draw ? { reason: draw, winner: null } : null;
}

export const scoreOf = ({ winner }: PlayResult): string => (winner === null ? '½–½' : winner === 'white' ? '1–0' : '0–1');
