// SPDX-License-Identifier: MIT
/* The game on the big board, and the position of it that the reader looks at. */
import { useState } from 'preact/hooks';
import { useLiveGame, useRoundLine } from '../../app/live';
import type { Line } from '../../chess/line';
import type { Round } from '../../state/round';

export interface Watched {
  round: Round;
  line: Line;
  /** The shown move, from 1; 0 for the start. */
  ply: number;
  select(ply: number): void;
}

/** null until the game is there. A reader who has not gone back follows the game. */
export function useWatched(id: string | null): Watched | null {
  const round = useLiveGame(id);
  const line = useRoundLine(round);
  const [viewed, setViewed] = useState<{ id: string; ply: number } | null>(null);
  if (!round || !line) return null;
  const count = line.moves.length;
  const ply = viewed?.id === id ? Math.min(viewed.ply, count) : count;
  const select = (next: number) => setViewed(next >= count ? null : { id: round.id, ply: Math.max(0, next) });
  return { round, line, ply, select };
}
