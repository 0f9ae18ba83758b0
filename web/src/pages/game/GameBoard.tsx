// SPDX-License-Identifier: MIT
/* The board of a game. */
import type { Side } from '../../base/side';
import { MoveBoard } from '../../board/MoveBoard';
import { useBoardPreferences } from '../../state/preferences';
import type { Game } from './useGame';

export function GameBoard({ game, orientation }: { game: Game; orientation: Side }) {
  const { round, position, preparing } = game;
  const player = round.you === 'spectator' ? null : round.you;
  return (
    <MoveBoard
      {...useBoardPreferences()}
      position={position}
      orientation={orientation}
      lastMove={game.lastMove}
      mover={preparing?.draft ? 'both' : player}
      canMove={game.canMove}
      premove={game.canPremove ? { current: game.premove, onChange: game.setPremove } : undefined}
      choice={game.choice}
      onChoose={game.choose}
      onMove={game.move}
      onDrop={game.play}
      revision={game.revision}
    />
  );
}
