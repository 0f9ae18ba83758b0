// SPDX-License-Identifier: MIT
/* A small board that only shows a position. */
import type { Side } from '../base/side';
import { Board } from './Board';

export interface MiniBoardProps {
  fen: string;
  orientation?: Side;
  lastMove?: string[];
}

export function MiniBoard({ fen, orientation = 'white', lastMove }: MiniBoardProps) {
  const turn: Side = fen.split(' ')[1] === 'b' ? 'black' : 'white';
  return <Board fen={fen} orientation={orientation} turn={turn} lastMove={lastMove} coordinates={false} label={null} />;
}
