// SPDX-License-Identifier: MIT
/* A game that is followed live: its state and its last position. */
import { useEffect, useRef } from 'preact/hooks';
import { lookUp } from '../base/lookup';
import { makeLine, type Line } from '../chess/line';
import { squaresOf } from '../chess/moves';
import type { Round } from '../state/round';
import { useStore } from '../state/store';
import { watchGame } from './client';

/** Watches a game while the component is shown; null until its snapshot is there. `preview`: as watchGame(). */
export function useLiveGame(id: string | null, preview = false): Round | null {
  useEffect(() => (id ? watchGame(id, preview) : undefined), [id]);
  return useStore(state => (id ? (lookUp(state.rounds, id) ?? null) : null));
}

export interface Shown {
  fen: string;
  lastMove: string[];
  check: boolean;
}

/** The positions of a game; those that were computed before are kept. */
export function useRoundLine(round: Round | null): Line | null {
  const line = useRef<Line | null>(null);
  if (!round) return null;
  line.current = makeLine(round.variant, round.start, round.moves, line.current);
  return line.current;
}

/** The position after `ply` moves of a line. */
export function positionShown(line: Line, ply: number): Shown {
  const position = line.positions[ply]!;
  const move = line.moves[ply - 1];
  return { fen: position.fen(), lastMove: move ? squaresOf(move) : [], check: position.inCheck };
}

/** The last position of a game. */
export function useLastPosition(round: Round | null): Shown | null {
  const line = useRoundLine(round);
  return line && positionShown(line, line.moves.length);
}
