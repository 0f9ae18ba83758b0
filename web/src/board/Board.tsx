// SPDX-License-Identifier: MIT
/* The board: chessground for mouse and touch, a grid of squares for the keyboard and for screen readers. */
import { Chessground } from '@lichess-org/chessground';
import type { Api } from '@lichess-org/chessground/api';
import type { Config } from '@lichess-org/chessground/config';
import type { DrawShape } from '@lichess-org/chessground/draw';
import type * as cg from '@lichess-org/chessground/types';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Side } from '../base/side';
import { readPieces, type Pieces, type Role } from '../chess/pieces';
import { KeyboardGrid } from './KeyboardGrid';

export type Dests = Map<string, string[]>;
export type { DrawShape };

export interface BoardProps {
  fen: string;
  orientation: Side;
  turn: Side;
  /** Squares of the last move. */
  lastMove?: string[];
  /** Whether the side to move is in check. */
  check?: boolean;
  /** Who may move here: nobody, a side, or both (analysis). */
  movable?: Side | 'both';
  dests?: Dests;
  /** Moves in advance, while it is the other side's turn. */
  premove?: { current: [string, string] | null; onSet(from: string, to: string): void; onCancel(): void };
  onMove?: (from: string, to: string) => void;
  /** A piece from the pocket was put on a square by mouse. */
  onDrop?: (role: Role, to: string) => void;
  /** Called for a click on any square, such as for a piece in hand. */
  onSquare?: (square: string) => void;
  /** More classes for squares, such as 'move-dest'. */
  marked?: Map<string, string>;
  shapes?: DrawShape[];
  autoShapes?: DrawShape[];
  onShapes?: (shapes: DrawShape[]) => void;
  coordinates?: boolean;
  showDests?: boolean;
  highlight?: boolean;
  /** Milliseconds; 0 without animation. */
  animation?: number;
  /** Gives the chessground instance to pockets and editors. */
  apiRef?: (api: Api | null) => void;
  /** Changes when the board must be drawn from the FEN again, such as after a refused move. */
  revision?: number;
  /** A label instead of the default one; null: only a picture, without the keyboard grid. */
  label?: string | null;
  children?: ComponentChildren;
}

/** What changed between two boards, so that chessground animates it. */
function piecesDiff(before: cg.Pieces, after: Pieces): cg.PiecesDiff {
  const diff: cg.PiecesDiff = new Map();
  for (const key of before.keys()) if (!after.has(key)) diff.set(key, undefined);
  for (const [key, piece] of after) {
    const old = before.get(key as cg.Key);
    const same = old && old.role === (piece.role as string) && old.color === piece.color && old.promoted === piece.promoted;
    if (!same) diff.set(key as cg.Key, piece as cg.Piece);
  }
  return diff;
}

const reducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

const brushes = {
  green: { key: 'g', color: '#175a70', opacity: 0.85, lineWidth: 10 },
  red: { key: 'r', color: '#b3321f', opacity: 0.8, lineWidth: 10 },
  blue: { key: 'b', color: '#b0790f', opacity: 0.8, lineWidth: 8 },
  yellow: { key: 'y', color: '#7b3f92', opacity: 0.8, lineWidth: 10 },
};

/** The part of the configuration that follows the properties. `handlers` stays the same object, so that
 * chessground always calls the latest ones. */
function configure(props: BoardProps, handlers: { current: BoardProps }): Config {
  const animation = props.animation ?? 180;
  return {
    orientation: props.orientation,
    turnColor: props.turn,
    lastMove: props.lastMove as cg.Key[] | undefined,
    check: props.check ?? false,
    coordinates: props.coordinates ?? true,
    viewOnly: props.label === null, // decided once: chessground binds its events when it is made
    autoCastle: false,
    addPieceZIndex: false,
    highlight: { lastMove: props.highlight ?? true, check: true, custom: (props.marked ?? new Map()) as cg.SquareClasses },
    animation: { enabled: animation > 0 && !reducedMotion(), duration: animation },
    movable: {
      free: false,
      color: props.movable,
      dests: (props.dests ?? new Map()) as cg.Dests,
      showDests: props.showDests ?? true,
      rookCastle: true,
      events: {
        after: (from, to) => handlers.current.onMove?.(from, to),
        afterNewPiece: (role, to) => handlers.current.onDrop?.(role as Role, to),
      },
    },
    premovable: {
      enabled: props.premove !== undefined,
      showDests: props.showDests ?? true,
      castle: true,
      events: {
        set: (from, to) => handlers.current.premove?.onSet(from, to),
        unset: () => handlers.current.premove?.onCancel(),
      },
    },
    events: { select: key => handlers.current.onSquare?.(key) },
    draggable: { enabled: true, showGhost: true },
    selectable: { enabled: true },
    drawable: {
      enabled: props.onShapes !== undefined,
      brushes: brushes as never,
      autoShapes: props.autoShapes ?? [],
      onChange: shapes => handlers.current.onShapes?.(shapes),
    },
  };
}

/** Shows a position: the pieces first, so that check and last move find them. */
function show(api: Api, props: BoardProps, handlers: { current: BoardProps }): void {
  const diff = piecesDiff(api.state.pieces, readPieces(props.fen));
  const config = configure(props, handlers);
  api.state.animation.enabled = config.animation!.enabled!;
  if (diff.size) api.setPieces(diff);
  api.set(config);
  if (props.shapes) api.setShapes(props.shapes);
  showPremove(api, props.premove?.current ?? null);
}

function showPremove(api: Api, current: [string, string] | null): void {
  const shown = api.state.premovable.current;
  if (shown?.[0] === current?.[0] && shown?.[1] === current?.[1]) return;
  api.state.premovable.current = (current ?? undefined) as cg.KeyPair | undefined;
  api.redrawAll();
}

export function Board(props: BoardProps) {
  const element = useRef<HTMLDivElement>(null);
  const api = useRef<Api | null>(null);
  const handlers = useRef(props);
  handlers.current = props;

  useLayoutEffect(() => {
    const made = Chessground(element.current!, { ...configure(props, handlers), fen: '8/8/8/8/8/8/8/8' });
    api.current = made;
    handlers.current.apiRef?.(made);
    return () => {
      made.destroy();
      handlers.current.apiRef?.(null);
    };
  }, []);

  useLayoutEffect(() => {
    if (api.current) show(api.current, props, handlers);
  });

  return (
    <div class="board">
      <div ref={element} aria-hidden="true" />
      {props.label !== null && <KeyboardGrid {...props} />}
      {props.children}
    </div>
  );
}
