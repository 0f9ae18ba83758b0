// SPDX-License-Identifier: MIT
/* A board to play on: with pockets, promotion, premoves and arrows. What the moves do is up to the page. */
import type { Api } from '@lichess-org/chessground/api';
import type { Piece as CgPiece } from '@lichess-org/chessground/types';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { opposite, type Side } from '../base/side';
import { squaresOf, type FoundMove } from '../chess/moves';
import { letterOf, readPockets, type Role } from '../chess/pieces';
import type { Position } from '../chess/rules';
import { Board, type BoardProps, type DrawShape } from './Board';
import { Pocket } from './Pocket';
import { Promotion } from './Promotion';

export interface MoveBoardProps extends Pick<BoardProps, 'coordinates' | 'showDests' | 'highlight' | 'animation' | 'autoShapes' | 'revision'> {
  position: Position;
  orientation: Side;
  /** The move that led here, in UCI notation. */
  lastMove: string | undefined;
  /** Whose pieces can be moved here: nobody's, one side's, or those of the side to move. */
  mover: Side | 'both' | null;
  /** Whether a move is played now. */
  canMove: boolean;
  /** Moves in advance, while it is the other side's turn. */
  premove?: { current: string | null; onChange(uci: string | null): void };
  /** A promotion that waits for a choice. */
  choice: FoundMove | null;
  onChoose(letter: string | null): void;
  onMove(from: string, to: string): void;
  /** A drop in UCI notation: legal now, or in advance. */
  onDrop(uci: string): void;
  /** Arrows and circles; without them the board keeps its own until the position changes. */
  shapes?: { list: DrawShape[]; onChange(shapes: DrawShape[]): void };
  /** Stands beside the board. */
  children?: ComponentChildren;
}

const dropLetter = (role: Role): string => letterOf(role).toUpperCase();

const focusBoard = () => document.querySelector<HTMLElement>('.board [role="gridcell"][tabindex="0"]')?.focus();

/** An arrow for a move, a circle for a drop. */
export function moveShape(uci: string): DrawShape {
  const [from, to] = squaresOf(uci);
  return { orig: from, dest: to, brush: 'green' } as DrawShape;
}

function useShapes(given: MoveBoardProps['shapes'], fen: string) {
  const [own, setOwn] = useState<DrawShape[]>([]);
  useEffect(() => setOwn([]), [fen]);
  return given ?? { list: own, onChange: setOwn };
}

export function MoveBoard(props: MoveBoardProps) {
  const { position, orientation, mover, canMove, premove } = props;
  const api = useRef<Api | null>(null);
  const [picked, setPicked] = useState<Role | null>(null);
  const [, redraw] = useState(0);
  const fen = position.fen();
  const shapes = useShapes(props.shapes, fen);
  const pockets = readPockets(fen);
  const dropper = mover === 'both' ? position.turn : mover;
  const active = canMove || premove !== undefined;
  const targets = (role: Role): string[] => (canMove ? (position.drops().get(dropLetter(role)) ?? []) : []);

  useEffect(() => {
    setPicked(null);
    if (props.choice) props.onChoose(null); // the pawn stands on another board now
  }, [fen]);
  useLayoutEffect(() => {
    const cancel = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || document.querySelector('dialog[open]')) return; // a dialog closes first
      premove?.onChange(null);
      setPicked(null);
      api.current?.cancelMove();
    };
    addEventListener('keydown', cancel);
    return () => removeEventListener('keydown', cancel);
  });

  const drop = (role: Role, square: string) => {
    setPicked(null);
    if (premove || targets(role).includes(square)) props.onDrop(`${dropLetter(role)}@${square}`);
    else redraw(count => count + 1);
  };
  const pick = (role: Role | null, byKey: boolean) => {
    setPicked(role);
    if (role && byKey) focusBoard();
  };
  const pocket = (place: 'top' | 'bottom', color: Side) =>
    pockets && (
      <Pocket
        place={place}
        color={color}
        pieces={pockets[color]}
        usable={active && color === dropper}
        picked={color === dropper ? picked : null}
        onPick={pick}
        onDrag={(role, event) => api.current?.dragNewPiece({ role, color } as CgPiece, event as never)}
      />
    );

  return (
    <>
      {pocket('top', opposite(orientation))}
      {props.children}
      <div class="g-board">
        <Board
          fen={fen}
          orientation={orientation}
          turn={position.turn}
          lastMove={props.lastMove === undefined ? undefined : squaresOf(props.lastMove)}
          check={position.inCheck}
          movable={active ? (mover ?? undefined) : undefined}
          dests={canMove ? position.dests() : new Map()}
          premove={premove && { current: premoveSquares(premove.current), onSet: (from, to) => premove.onChange(from + to), onCancel: () => premove.onChange(null) }}
          onMove={props.onMove}
          onDrop={drop}
          onSquare={picked ? square => drop(picked, square) : undefined}
          marked={markedSquares(picked ? targets(picked) : [], premove?.current)}
          shapes={shapes.list}
          autoShapes={props.autoShapes}
          onShapes={shapes.onChange}
          coordinates={props.coordinates}
          showDests={props.showDests}
          highlight={props.highlight}
          animation={props.animation}
          apiRef={made => (api.current = made)}
          revision={props.revision}
        >
          {props.choice && <Promotion move={props.choice} orientation={orientation} color={dropper ?? position.turn} onChoose={props.onChoose} />}
        </Board>
      </div>
      {pocket('bottom', orientation)}
    </>
  );
}

const isDrop = (uci: string): boolean => uci[1] === '@';

const premoveSquares = (uci: string | null): [string, string] | null => (uci && !isDrop(uci) ? (squaresOf(uci) as [string, string]) : null);

/** The targets of a piece in hand, and the square of a drop that is set in advance. */
function markedSquares(targets: string[], premove: string | null | undefined): Map<string, string> {
  const marks = new Map(targets.map(square => [square, 'move-dest']));
  if (premove && isDrop(premove)) marks.set(premove.slice(2, 4), 'current-premove');
  return marks;
}
