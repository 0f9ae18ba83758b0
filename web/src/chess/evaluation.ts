// SPDX-License-Identifier: MIT
/* Scores: from White's point of view, as every page shows them. */

import type { Side } from '../base/side';
import { rules } from './rules';

/** Centipawns, or moves to mate; positive is good for White. */
export type SearchScore = { cp: number } | { mate: number };
/** The score of a search, or the winner of a game that is over. */
export type Score = SearchScore | { won: Side };

export const isMate = (score: Score): score is { mate: number } => 'mate' in score;
export const isWon = (score: Score): score is { won: Side } => 'won' in score;

/** Centipawns of a score; a mate is more than any advantage, and a shorter mate is more. */
export function centipawns(score: Score): number {
  if (isWon(score)) return score.won === 'white' ? 10_000 : -10_000;
  return isMate(score) ? Math.sign(score.mate) * (10_000 - Math.min(Math.abs(score.mate), 100)) : score.cp;
}

/** How much of the game White is expected to win, 0 to 1: as `rookery analyse` counts; a mate is certain. */
export function winningChance(score: Score): number {
  if (isWon(score)) return score.won === 'white' ? 1 : 0;
  if (isMate(score)) return score.mate > 0 ? 1 : 0;
  return rules().winningChance(score.cp);
}

/** '+1.9', '−0.6', '0.0', '#4', '−#4'; '#' where the mate is on the board. `format` writes a number with one decimal. */
export function scoreText(score: Score, format = (pawns: number): string => pawns.toFixed(1)): string {
  if (isWon(score)) return '#';
  if (isMate(score)) return `${score.mate < 0 ? '−' : ''}#${Math.abs(score.mate)}`;
  const pawns = format(Math.abs(score.cp) / 100);
  return /[1-9]/.test(pawns) ? `${score.cp < 0 ? '−' : '+'}${pawns}` : pawns;
}

/** A score for the side to move, from White's point of view, and back. */
export function flipScore(score: SearchScore): SearchScore {
  return isMate(score) ? { mate: -score.mate } : { cp: -score.cp };
}
