// SPDX-License-Identifier: MIT
/* The board of a game against the computer, with the hint as an arrow. */
import type { Side } from '../../base/side';
import { MoveBoard, moveShape } from '../../board/MoveBoard';
import { useBoardPreferences } from '../../state/preferences';
import type { Computer } from './useComputer';

export function PlayBoard({ computer, orientation }: { computer: Computer; orientation: Side }) {
  const { position, play, line, ply, hint } = computer;
  return (
    <MoveBoard
      {...useBoardPreferences()}
      position={position}
      orientation={orientation}
      lastMove={line.moves[ply - 1]}
      mover={play.you}
      canMove={computer.canMove}
      premove={computer.canPremove ? { current: computer.premove, onChange: computer.setPremove } : undefined}
      choice={computer.choice}
      onChoose={computer.choose}
      onMove={computer.move}
      onDrop={computer.playUci}
      autoShapes={hint ? [moveShape(hint)] : []}
      revision={computer.revision}
    />
  );
}
