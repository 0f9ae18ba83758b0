// SPDX-License-Identifier: MIT
/* Tracks the identity of pieces from one position to the next, so that a moved piece is animated. Pure. */
import type { Piece, Pieces } from '../chess/pieces';

export interface Tracked extends Piece {
  /** The same as long as it is the same piece. */
  id: number;
  square: string;
}

const same = (one: Piece, other: Piece): boolean => one.role === other.role && one.color === other.color;

/** The pieces of a new position. One that stood on its square before stays itself; one that appears is an
 * old one of its kind that has disappeared, if there is one. */
export function trackPieces(before: readonly Tracked[], pieces: Pieces): Tracked[] {
  const still = before.filter(old => same(old, pieces.get(old.square) ?? { role: 'pawn', color: old.color === 'white' ? 'black' : 'white' }));
  const gone = before.filter(old => !still.includes(old));
  const stood = new Map(still.map(old => [old.square, old]));
  let next = Math.max(0, ...before.map(old => old.id));
  const tracked = [...pieces].map(([square, piece]): Tracked => {
    const known = stood.get(square) ?? takeOne(gone, piece);
    return { role: piece.role, color: piece.color, square, id: known?.id ?? ++next };
  });
  // A constant order of the elements, so that none is moved in the DOM, which would stop its animation.
  return tracked.sort((a, b) => a.id - b.id);
}

function takeOne(gone: Tracked[], piece: Piece): Tracked | undefined {
  const at = gone.findIndex(old => same(old, piece));
  return at < 0 ? undefined : gone.splice(at, 1)[0];
}
