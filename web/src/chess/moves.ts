// SPDX-License-Identifier: MIT
/* From what a player does on the board to a legal move. */
import type { Position } from './rules';

export interface FoundMove {
  /** The move in UCI notation, without the promotion if there is a choice. */
  uci: string;
  /** The letters of the possible promotions; empty if the move is not a promotion. */
  promotions: string[];
}

const squareName = (square: number): string => 'abcdefgh'.charAt(square & 7) + ((square >> 3) + 1);

/** The move from one square to another. Castling is also found by the rook's square. */
export function findMove(position: Position, from: string, to: string): FoundMove | null {
  const texts = position.uciMoves();
  const matches = position
    .legalMoves()
    .map((move, i) => ({ uci: texts[i]!, target: squareName((move >> 6) & 63) }))
    .filter(({ uci, target }) => uci.startsWith(from) && (uci.slice(2, 4) === to || target === to));
  const first = matches[0];
  if (!first) return null;
  const promotions = matches.map(({ uci }) => uci.slice(4)).filter(Boolean);
  return { uci: promotions.length ? first.uci.slice(0, 4) : first.uci, promotions };
}

/** Whether a move in UCI notation is legal. */
export const isLegal = (position: Position, uci: string): boolean => position.uciMoves().includes(uci);

/** The legal move that a premove means: castling by either square, a queen where nothing was chosen. */
export function completePremove(position: Position, premove: string): string | null {
  if (isLegal(position, premove)) return premove;
  if (premove[1] === '@') return null;
  const found = findMove(position, premove.slice(0, 2), premove.slice(2, 4));
  if (!found) return null;
  return found.promotions.length ? `${found.uci}${found.promotions.includes('q') ? 'q' : found.promotions[0]}` : found.uci;
}

/** A premove by its squares: what it will be is not known yet. */
export const premoveText = (uci: string): string => (uci[1] === '@' ? uci : `${uci.slice(0, 2)}–${uci.slice(2, 4)}`);

/** A null move, which passes the turn. It occurs in files, but cannot be played. */
export const NULL_MOVE = '0000';
export const NULL_SAN = '--';

/** The squares that a move touches, for the last move's mark. */
export function squaresOf(uci: string): string[] {
  if (uci === NULL_MOVE) return [];
  return uci[1] === '@' ? [uci.slice(2, 4)] : [uci.slice(0, 2), uci.slice(2, 4)];
}
