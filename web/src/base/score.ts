// SPDX-License-Identifier: MIT
/* Results as they are written. */
import type { Side } from './side';

/** '1–0', '0–1', '½–½'; `winner` is missing after a draw. */
export function scoreText(winner: string | null | undefined): string {
  if (winner === 'white') return '1–0';
  return winner === 'black' ? '0–1' : '½–½';
}

/** The points of a side: '1', '0', '½'. */
export const pointsOf = (winner: string | null | undefined, side: Side): string => (winner ? (winner === side ? '1' : '0') : '½');
