// SPDX-License-Identifier: MIT
/* The board of a game against the computer, with promotion, pockets and the hint as an arrow. */
import type { Api } from '@lichess-org/chessground/api';
import type { Piece as CgPiece } from '@lichess-org/chessground/types';
import { useEffect, useRef, useState } from 'preact/hooks';
import { opposite, type Side } from '../../base/side';
import { Board, type DrawShape } from '../../board/Board';
import { Pocket } from '../../board/Pocket';
import { Promotion } from '../../board/Promotion';
import { squaresOf } from '../../chess/moves';
import { letterOf, readPockets, type Role } from '../../chess/pieces';
import { animationTime, usePreference } from '../../state/preferences';
import type { Computer } from './useComputer';

const dropLetter = (role: Role): string => letterOf(role).toUpperCase();

/** The hint: an arrow, or a circle where a piece is dropped. */
function hintShapes(hint: string | null): DrawShape[] {
  if (!hint) return [];
  const [from, to] = squaresOf(hint);
  return [{ orig: from, dest: to, brush: 'green' } as DrawShape];
}

export function PlayBoard({ computer, orientation }: { computer: Computer; orientation: Side }) {
  const { position, play, canMove, line, ply } = computer;
  const api = useRef<Api | null>(null);
  const [picked, setPicked] = useState<Role | null>(null);
  const [shapes, setShapes] = useState<DrawShape[]>([]);
  const fen = position.fen();
  const pockets = readPockets(fen);
  const drops = picked ? (position.drops().get(dropLetter(picked)) ?? []) : [];

  useEffect(() => {
    setPicked(null);
    setShapes([]);
  }, [ply, play.moves]);

  const drop = (role: Role, square: string) => {
    setPicked(null);
    const isLegal = position.drops().get(dropLetter(role))?.includes(square);
    if (isLegal) computer.playUci(`${dropLetter(role)}@${square}`);
    else computer.retry();
  };
  const pocket = (place: 'top' | 'bottom', color: Side) =>
    pockets && (
      <Pocket
        place={place}
        color={color}
        pieces={pockets[color]}
        usable={canMove && color === play.you}
        picked={color === play.you ? picked : null}
        onPick={setPicked}
        onDrag={(role, event) => api.current?.dragNewPiece({ role, color } as CgPiece, event as never)}
      />
    );
  return (
    <>
      {pocket('top', opposite(orientation))}
      <div class="g-board">
        <Board
          fen={fen}
          orientation={orientation}
          turn={position.turn}
          lastMove={ply > 0 ? squaresOf(line.moves[ply - 1]!) : undefined}
          check={position.inCheck}
          movable={canMove ? play.you : undefined}
          dests={canMove ? position.dests() : new Map()}
          onMove={computer.move}
          onDrop={drop}
          onSquare={picked ? square => drop(picked, square) : undefined}
          marked={new Map(drops.map(square => [square, 'move-dest']))}
          shapes={shapes}
          autoShapes={hintShapes(computer.hint)}
          onShapes={setShapes}
          coordinates={usePreference('coords') !== 'none'}
          showDests={usePreference('destination')}
          highlight={usePreference('highlight')}
          animation={animationTime(usePreference('animation'))}
          apiRef={made => (api.current = made)}
          revision={computer.revision}
        >
          {computer.choice && (
            <Promotion
              square={computer.choice.uci.slice(2, 4)}
              orientation={orientation}
              color={play.you}
              choices={computer.choice.letters}
              onChoose={computer.choose}
              onCancel={() => computer.choose(null)}
            />
          )}
        </Board>
      </div>
      {pocket('bottom', orientation)}
    </>
  );
}
