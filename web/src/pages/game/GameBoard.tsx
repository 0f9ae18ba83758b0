// SPDX-License-Identifier: MIT
/* The board of a game with promotion, premove and pockets. */
import type { Api } from '@lichess-org/chessground/api';
import type { Piece as CgPiece } from '@lichess-org/chessground/types';
import { useEffect, useRef, useState } from 'preact/hooks';
import { opposite, type Side } from '../../base/side';
import { Board, type Dests, type DrawShape } from '../../board/Board';
import { Pocket } from '../../board/Pocket';
import { Promotion } from '../../board/Promotion';
import { squaresOf } from '../../chess/moves';
import { letterOf, readPockets, type Role } from '../../chess/pieces';
import { animationTime, usePreference } from '../../state/preferences';
import type { Game } from './useGame';

export interface GameBoardProps {
  game: Game;
  orientation: Side;
}


/** While a piece of the pocket is picked up, its squares are the targets. */
const dropDests = (game: Game, role: Role): string[] => game.position.drops().get(letterOf(role).toUpperCase()) ?? [];

export function GameBoard({ game, orientation }: GameBoardProps) {
  const { round, position, ply, line } = game;
  const api = useRef<Api | null>(null);
  const [picked, setPicked] = useState<Role | null>(null);
  const [shapes, setShapes] = useState<DrawShape[]>([]);
  const fen = position.fen();
  const pockets = readPockets(fen);
  const ours = round.you === 'spectator' ? null : round.you;
  const lastMove = ply > 0 ? squaresOf(line.moves[ply - 1]!) : undefined;

  useEffect(() => {
    setPicked(null);
    setShapes([]);
  }, [ply, round.id]);
  useEffect(() => {
    const cancel = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      game.setPremove(null);
      setPicked(null);
      api.current?.cancelMove();
    };
    addEventListener('keydown', cancel);
    return () => removeEventListener('keydown', cancel);
  }, []);

  const drop = (role: Role, square: string) => {
    setPicked(null);
    game.play(`${letterOf(role).toUpperCase()}@${square}`);
  };
  const pick = (role: Role | null) => {
    setPicked(role);
    if (role && ours) focusBoard();
  };
  const drag = (role: Role, event: MouseEvent | TouchEvent) => {
    api.current?.dragNewPiece({ role, color: ours } as CgPiece, event as never);
  };
  const onSquare = (square: string) => {
    if (!picked || !ours) return;
    if (game.canPremove || dropDests(game, picked).includes(square)) drop(picked, square);
    else setPicked(null);
  };

  const dests: Dests = game.canMove ? position.dests() : new Map();
  const premoveSquares = game.premove && game.premove[1] !== '@' ? (squaresOf(game.premove) as [string, string]) : null;
  const pocketProps = { picked, onPick: pick, onDrag: drag };
  const usable = (side: Side) => side === ours && (game.canMove || game.canPremove);

  return (
    <>
      {pockets && <Pocket place="top" color={opposite(orientation)} pieces={pockets[opposite(orientation)]} usable={usable(opposite(orientation))} {...pocketProps} />}
      <div class="g-board">
        <Board
          fen={fen}
          orientation={orientation}
          turn={position.turn}
          lastMove={lastMove}
          check={position.inCheck}
          movable={game.canMove || game.canPremove ? (ours ?? undefined) : undefined}
          dests={dests}
          premove={game.canPremove ? { current: premoveSquares, onSet: (from, to) => game.setPremove(from + to), onCancel: () => game.setPremove(null) } : undefined}
          onMove={game.move}
          onDrop={drop}
          onSquare={picked ? onSquare : undefined}
          marked={markedSquares(game, picked)}
          shapes={shapes}
          onShapes={setShapes}
          coordinates={usePreference('coords') !== 'none'}
          showDests={usePreference('destination')}
          highlight={usePreference('highlight')}
          animation={animationTime(usePreference('animation'))}
          apiRef={value => (api.current = value)}
          revision={game.revision}
        >
          {game.choice && (
            <Promotion
              square={game.choice.uci.slice(2, 4)}
              orientation={orientation}
              color={round.turn}
              choices={game.choice.letters}
              onChoose={game.choose}
              onCancel={() => game.choose(null)}
            />
          )}
        </Board>
      </div>
      {pockets && <Pocket place="bottom" color={orientation} pieces={pockets[orientation]} usable={usable(orientation)} {...pocketProps} />}
    </>
  );
}

const focusBoard = () => document.querySelector<HTMLElement>('.board [role="gridcell"][tabindex="0"]')?.focus();

/** The targets of a piece in hand, and the square of a drop that is set in advance. */
function markedSquares(game: Game, picked: Role | null): Map<string, string> {
  const marks = new Map<string, string>();
  if (picked && game.canMove) for (const square of dropDests(game, picked)) marks.set(square, 'move-dest');
  if (game.premove?.[1] === '@') marks.set(game.premove.slice(2, 4), 'current-premove');
  return marks;
}
