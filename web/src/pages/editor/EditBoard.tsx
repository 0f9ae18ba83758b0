// SPDX-License-Identifier: MIT
/* The board of the editor: pieces go anywhere; dragged off the board they are gone. */
import type { Api } from '@lichess-org/chessground/api';
import type * as cg from '@lichess-org/chessground/types';
import { useRef } from 'preact/hooks';
import type { Side } from '../../base/side';
import { Board } from '../../board/Board';
import { letterOf, roles, type Piece, type Pieces } from '../../chess/pieces';
import { t } from '../../i18n';
import type { Tool } from './Palette';
import { isPiece } from './Palette';

const SQUARES = [...'abcdefgh'].flatMap(file => [...'12345678'].map(rank => file + rank));

/** Every piece may go to every other square. */
const freeDests = (pieces: Pieces) => new Map([...pieces.keys()].map(from => [from, SQUARES.filter(to => to !== from)]));

/** The square under a point of the board. */
function squareAt(element: Element, event: PointerEvent, orientation: Side): string | null {
  const box = element.getBoundingClientRect();
  const file = Math.floor(((event.clientX - box.left) / box.width) * 8);
  const rank = 7 - Math.floor(((event.clientY - box.top) / box.height) * 8);
  if (file < 0 || file > 7 || rank < 0 || rank > 7) return null;
  return orientation === 'white' ? 'abcdefgh'.charAt(file) + (rank + 1) : 'abcdefgh'.charAt(7 - file) + (8 - rank);
}

/** While a piece or the bin is chosen, clicks and strokes paint squares. */
function PaintLayer({ orientation, onPaint }: { orientation: Side; onPaint(square: string, first: boolean): void }) {
  const last = useRef<string | null>(null);
  const paint = (event: PointerEvent, first: boolean) => {
    const square = squareAt(event.currentTarget as Element, event, orientation);
    if (!square || (!first && square === last.current)) return;
    last.current = square;
    onPaint(square, first);
  };
  return (
    <div
      class="paint"
      onPointerDown={event => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        paint(event, true);
      }}
      onPointerMove={event => event.buttons && paint(event, false)}
    />
  );
}

/** The piece of a FEN letter: 'N' is White's knight. */
function pieceOfKey(key: string): Piece | null {
  const role = key.length === 1 ? roles.find(name => letterOf(name) === key.toLowerCase()) : undefined;
  return role ? { role, color: key === key.toLowerCase() ? 'black' : 'white' } : null;
}

export interface EditBoardProps {
  fen: string;
  pieces: Pieces;
  orientation: Side;
  turn: Side;
  tool: Tool;
  apiRef(api: Api | null): void;
  onPieces(pieces: Pieces): void;
  onMove(from: string, to: string): void;
  onPut(square: string, piece: Piece | null): void;
}

export function EditBoard({ fen, pieces, orientation, turn, tool, apiRef, onPieces, onMove, onPut }: EditBoardProps) {
  const paint = (square: string, first: boolean) => {
    if (!isPiece(tool)) return onPut(square, null);
    const there = pieces.get(square);
    const same = first && there?.role === tool.role && there.color === tool.color;
    onPut(square, same ? null : tool);
  };
  /* The grid has its own meaning for Enter, so the tools come first. */
  const onKeyDown = (event: KeyboardEvent) => {
    const square = (event.target as HTMLElement).dataset['square'];
    if (!square || event.ctrlKey || event.altKey || event.metaKey) return;
    const piece = pieceOfKey(event.key);
    if (piece) onPut(square, piece);
    else if (event.key === 'Delete' || event.key === 'Backspace') onPut(square, null);
    else if ((event.key === 'Enter' || event.key === ' ') && tool !== 'hand') paint(square, true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const connect = (api: Api | null) => {
    api?.set({
      draggable: { deleteOnDropOff: true },
      events: { change: () => onPieces(new Map(api.state.pieces as Map<cg.Key, cg.Piece>) as unknown as Pieces) },
    });
    apiRef(api);
  };
  return (
    <div class="g-board" onKeyDownCapture={onKeyDown}>
      <Board
        fen={fen}
        orientation={orientation}
        turn={turn}
        movable="both"
        dests={freeDests(pieces)}
        showDests={false}
        onMove={onMove}
        apiRef={connect}
        label={t('editor.board')}
      >
        {tool !== 'hand' && <PaintLayer orientation={orientation} onPaint={paint} />}
      </Board>
    </div>
  );
}
