// SPDX-License-Identifier: MIT
/* Results as they are written. */
import type { Side } from './side';

/** Ends without a result; an import whose result is not known has the last one. */
const undecided: readonly string[] = ['aborted', 'noStart', 'unknownFinish'];

/** '1–0', '0–1', '½–½'; empty for a game without a result. */
export function scoreText({ status, winner }: { status: string; winner?: string | null }): string {
  if (winner) return winner === 'white' ? '1–0' : '0–1';
  return undecided.includes(status) ? '' : '½–½';
}

/** The points of a side: '1', '0', '½'. */
export const pointsOf = (winner: string | null | undefined, side: Side): string => (winner ? (winner === side ? '1' : '0') : '½');
