// SPDX-License-Identifier: MIT
/* A game that is followed live: its state and its last position. */
import { useEffect, useRef } from 'preact/hooks';
import { lookUp } from '../base/lookup';
import { lastPosition, makeLine, type Line } from '../chess/line';
import type { Round } from '../state/round';
import { useStore } from '../state/store';
import { watchGame } from './client';

/** Watches a game while the component is shown; null until its snapshot is there. */
export function useLiveGame(id: string | null): Round | null {
  useEffect(() => (id ? watchGame(id) : undefined), [id]);
  return useStore(state => (id ? (lookUp(state.rounds, id) ?? null) : null));
}

export interface Shown {
  fen: string;
  lastMove: string[];
  check: boolean;
}

const squaresOf = (uci: string | undefined): string[] => uci?.match(/[a-h][1-8]/g) ?? [];

/** The last position of a game; positions that were computed before are kept. */
export function useLastPosition(round: Round | null): Shown | null {
  const line = useRef<Line | null>(null);
  if (!round) return null;
  line.current = makeLine(round.variant, round.start, round.moves, line.current);
  const position = lastPosition(line.current);
  return { fen: position.fen(), lastMove: squaresOf(round.moves[round.moves.length - 1]), check: position.inCheck };
}
