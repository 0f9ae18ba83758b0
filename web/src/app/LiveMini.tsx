// SPDX-License-Identifier: MIT
/* A running game as a small card that follows it live. */
import { pointsOf } from '../base/score';
import type { Side } from '../base/side';
import { parseTimeControl } from '../base/timecontrol';
import { isOver, type Round } from '../state/round';
import type { Running } from '../state/state';
import { MiniGame } from '../ui/MiniGame';
import { useLastPosition, useLiveGame } from './live';

export interface LiveMiniProps {
  running: Running;
  orientation?: Side;
  badge?: string;
}

function scoreOf(round: Round | null): Record<Side, string> | null {
  if (!round || !isOver(round) || round.status === 'aborted') return null;
  return { white: pointsOf(round.winner, 'white'), black: pointsOf(round.winner, 'black') };
}

export function LiveMini({ running, orientation, badge }: LiveMiniProps) {
  const round = useLiveGame(running.game, true);
  const shown = useLastPosition(round);
  return (
    <MiniGame
      href={`/${running.game}`}
      fen={shown?.fen ?? running.fen}
      lastMove={shown?.lastMove}
      orientation={orientation}
      white={{ name: running.white, rating: running.white_rating, provisional: running.white_provisional }}
      black={{ name: running.black, rating: running.black_rating, provisional: running.black_provisional }}
      clocks={round?.clocks}
      base={parseTimeControl(running.clock).base}
      badge={badge}
      score={scoreOf(round)}
    />
  );
}
