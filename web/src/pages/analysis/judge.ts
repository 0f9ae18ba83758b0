// SPDX-License-Identifier: MIT
/* How good the moves of a game were, by what they did to the chance of winning. What a loss means is defined in
 * src/review/chances.c, for `rookery analyse` too. */
import type { Side } from '../../base/side';
import { centipawns, winningChance, type Score } from '../../chess/evaluation';
import { rules } from '../../chess/rules';

/** What the engine says about a position. */
export interface Evaluation {
  score: Score;
  depth: number;
  /** The best line, in UCI notation; empty if the game is over. */
  best: readonly string[];
  /** Of the second best move, if it was looked for. */
  second?: Score;
}

export type Mark = 'brilliant' | 'good' | 'inaccuracy' | 'mistake' | 'blunder';

/** The NAGs of the marks: !! ! ?! ? ?? */
export const markNags: Readonly<Record<Mark, number>> = { brilliant: 3, good: 1, inaccuracy: 6, mistake: 2, blunder: 4 };

export type ErrorMark = Exclude<Mark, 'brilliant' | 'good'>;
const errors: readonly ErrorMark[] = ['inaccuracy', 'mistake', 'blunder'];

export const isError = (mark: Mark | null): mark is ErrorMark => errors.some(error => error === mark);

/** A move is good if the second best would have lost this much. */
const GOOD = 0.15;

export interface Judgement {
  side: Side;
  /** The loss of winning chances, 0 to 1, and of centipawns. */
  loss: number;
  lostCentipawns: number;
  mark: Mark | null;
}

const chanceFor = (score: Score, side: Side): number => (side === 'white' ? winningChance(score) : 1 - winningChance(score));

const clippedFor = (score: Score, side: Side): number => {
  const white = rules().clipCentipawns(centipawns(score));
  return side === 'white' ? white : -white;
};

function isGood(before: Evaluation, uci: string, side: Side, obvious: boolean): boolean {
  if (!before.second || before.best[0] !== uci || obvious) return false;
  const second = chanceFor(before.second, side);
  return chanceFor(before.score, side) - second >= GOOD && second < 0.9;
}

/** Judges a move between two positions. `obvious` is a move that everybody sees, such as taking back. */
export function judgeMove(before: Evaluation, after: Evaluation, uci: string, side: Side, obvious = false): Judgement {
  const best = before.best[0] === uci;
  const loss = best ? 0 : Math.max(0, chanceFor(before.score, side) - chanceFor(after.score, side));
  const lostCentipawns = best ? 0 : Math.max(0, clippedFor(before.score, side) - clippedFor(after.score, side));
  const judgement = rules().judgeLoss(loss);
  const bad = errors.find(error => error === judgement) ?? null;
  return { side, loss, lostCentipawns, mark: bad ?? (isGood(before, uci, side, obvious) ? 'good' : null) };
}

export interface Accuracy {
  /** 0 to 100; null before any move was judged. */
  accuracy: number | null;
  marks: Record<Mark, number>;
  /** In pawns, per move. */
  averageLoss: number;
}

/** Sums up the moves of a side. */
export function summarise(judgements: readonly (Judgement | null)[], side: Side): Accuracy {
  const own = judgements.filter((judgement): judgement is Judgement => judgement?.side === side);
  const marks: Record<Mark, number> = { brilliant: 0, good: 0, inaccuracy: 0, mistake: 0, blunder: 0 };
  for (const { mark } of own) if (mark) marks[mark]++;
  const mean = (value: (judgement: Judgement) => number) => own.reduce((sum, judgement) => sum + value(judgement), 0) / own.length;
  return {
    accuracy: own.length ? Math.round(mean(({ loss }) => 100 * rules().accuracyOfLoss(loss))) : null,
    marks,
    averageLoss: own.length ? mean(({ lostCentipawns }) => lostCentipawns) / 100 : 0,
  };
}
