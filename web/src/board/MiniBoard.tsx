// SPDX-License-Identifier: MIT
/* A small board that only shows a position. Pieces are placed by percentages, so it scales to any size without
 * being measured, and many of them are cheap. */
import { h } from 'preact';
import { useRef } from 'preact/hooks';
import type { Side } from '../base/side';
import { readPieces } from '../chess/pieces';
import { trackPieces, type Tracked } from './track';

export interface MiniBoardProps {
  fen: string;
  orientation?: Side;
  lastMove?: string[];
}

/** Moves an element of the size of a square to its place. */
function placeOf(square: string, orientation: Side): { transform: string } {
  const file = square.charCodeAt(0) - 97;
  const rank = Number(square[1]) - 1;
  const [x, y] = orientation === 'white' ? [file, 7 - rank] : [7 - file, rank];
  return { transform: `translate(${x * 100}%, ${y * 100}%)` };
}

export function MiniBoard({ fen, orientation = 'white', lastMove = [] }: MiniBoardProps) {
  const shown = useRef<{ fen: string; pieces: Tracked[] }>({ fen: '', pieces: [] });
  if (shown.current.fen !== fen) shown.current = { fen, pieces: trackPieces(shown.current.pieces, readPieces(fen)) };
  const squares = lastMove.map(square => h('square', { key: square, class: 'last-move', style: placeOf(square, orientation) }));
  const pieces = shown.current.pieces.map(({ id, role, color, square }) => h('piece', { key: id, class: `${color} ${role}`, style: placeOf(square, orientation) }));
  return (
    <div class="board still" aria-hidden="true">
      <div class="cg-wrap">{h('cg-board', null, squares, pieces)}</div>
    </div>
  );
}
