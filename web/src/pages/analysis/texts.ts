// SPDX-License-Identifier: MIT
/* Moves, lines and scores in words. */
import { scoreText as plainScore, winningChance, type Score } from '../../chess/evaluation';
import { makeLine } from '../../chess/line';
import type { Tree } from '../../chess/tree';
import type { Outcome } from '../../chess/rules';
import { formatDecimal, t, tryText } from '../../i18n';
import { moveText } from '../../i18n/notation';

/** The number and the turn of the start position. */
export function startOf(tree: Pick<Tree, 'start'>): { number: number; black: boolean } {
  const [, turn, , , , number] = tree.start.split(' ');
  return { number: Number(number) || 1, black: turn === 'b' };
}

/** '18.' before White's move, '18…' before Black's. Plies are counted from 0. */
export function moveNumber(tree: Pick<Tree, 'start'>, ply: number): string {
  const { number, black } = startOf(tree);
  const half = ply + (black ? 1 : 0);
  return `${number + Math.floor(half / 2)}${half % 2 ? '…' : '.'}`;
}

export const isWhitePly = (tree: Pick<Tree, 'start'>, ply: number): boolean => (ply + (startOf(tree).black ? 1 : 0)) % 2 === 0;

/** A line of the engine as SAN with numbers: '19. Be4 Qh3 20. g3'. */
export function lineText(tree: Pick<Tree, 'variant' | 'start'>, before: readonly string[], moves: readonly string[]): string {
  const { sans } = makeLine(tree.variant, tree.start, [...before, ...moves]);
  return sans
    .slice(before.length)
    .map((san, i) => {
      const ply = before.length + i;
      return isWhitePly(tree, ply) || i === 0 ? `${moveNumber(tree, ply)} ${moveText(san)}` : moveText(san);
    })
    .join(' ');
}

/** 'White is better', for the evaluation bar and for screen readers. */
export function judgementText(score: Score): string {
  const chance = winningChance(score);
  if (chance > 0.85) return t('analysis.whiteWins');
  if (chance > 0.58) return t('analysis.whiteBetter');
  if (chance < 0.15) return t('analysis.blackWins');
  if (chance < 0.42) return t('analysis.blackBetter');
  return t('analysis.level');
}

/** '+1.9', with a decimal comma where the reader writes one. */
export const scoreText = (score: Score): string => plainScore(score, pawns => formatDecimal(pawns, 1));

export const scoreLabel = (score: Score): string => `${scoreText(score)}, ${judgementText(score)}`;

/** '1.1 M' of 1,100,000. */
export const bigNumber = (number: number): string =>
  number >= 1e6 ? `${formatDecimal(number / 1e6, 1)} M` : number >= 1e3 ? `${Math.round(number / 1e3)} k` : String(number);

/** How the game ends in a position, in words. */
export const outcomeText = (outcome: Outcome): string => tryText(`analysis.end.${outcome.end}`, outcome.text);

/** The result that a position decides: '1–0'. */
export const outcomeResult = ({ winner }: Outcome): string => (winner === null ? '½–½' : winner === 'white' ? '1–0' : '0–1');

/** The score of a position where the game is over. */
export const outcomeScore = ({ winner }: Outcome): Score => (winner === null ? { cp: 0 } : { won: winner });
