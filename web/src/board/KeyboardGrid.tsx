// SPDX-License-Identifier: MIT
/* The board as a grid of 64 cells with one tab stop: arrows move, Enter picks up and puts down. */
import { useRef, useState } from 'preact/hooks';
import type { Side } from '../base/side';
import { readPieces, type Pieces } from '../chess/pieces';
import { t } from '../i18n';
import { pieceName } from './names';
import type { BoardProps } from './Board';

const files = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** The squares as they are seen, row by row. */
function rowsOf(orientation: Side): string[][] {
  const ranks = [8, 7, 6, 5, 4, 3, 2, 1];
  const rows = ranks.map(rank => files.map(file => `${file}${rank}`));
  return orientation === 'white' ? rows : rows.map(row => [...row].reverse()).reverse();
}

const steps: Record<string, [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The square one step from `square`; itself at the edge. */
function neighbour(rows: string[][], square: string, key: string): string {
  const [down, right] = steps[key]!;
  const row = rows.findIndex(squares => squares.includes(square));
  const column = rows[row]!.indexOf(square);
  return rows[row + down]?.[column + right] ?? square;
}

function squareLabel(square: string, pieces: Pieces, picked: string | null, reachable: boolean): string {
  const piece = pieces.get(square);
  const parameters = { square, piece: piece ? pieceName(piece) : t('board.empty') };
  if (square === picked) return t('board.picked', parameters);
  return t(reachable ? 'board.target' : 'board.square', parameters);
}

export function KeyboardGrid(props: BoardProps) {
  const [focused, setFocused] = useState('e4');
  const [picked, setPicked] = useState<string | null>(null);
  const grid = useRef<HTMLDivElement>(null);
  const rows = rowsOf(props.orientation);
  const pieces = readPieces(props.fen);
  const targets = picked ? (props.dests?.get(picked) ?? []) : [];

  /** While the other side thinks, any own piece can be moved in advance. */
  const canPick = (square: string) => props.dests?.has(square) || (props.premove && pieces.get(square)?.color === props.movable);

  const put = (from: string, to: string) => (props.premove ? props.premove.onSet(from, to) : props.onMove?.(from, to));
  const focus = (square: string) => {
    setFocused(square);
    grid.current?.querySelector<HTMLElement>(`[data-square="${square}"]`)?.focus();
  };
  const choose = () => {
    if (props.onSquare) return props.onSquare(focused);
    if (picked && picked !== focused && (props.premove || targets.includes(focused))) {
      setPicked(null);
      put(picked, focused);
    } else setPicked(canPick(focused) && focused !== picked ? focused : null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key in steps) focus(neighbour(rows, focused, event.key));
    else if (event.key === 'Enter' || event.key === ' ') choose();
    else if (event.key === 'Escape' && picked) setPicked(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div class="keys" role="grid" aria-label={props.label ?? t('board.label')} ref={grid} onKeyDown={onKeyDown}>
      {rows.map(row => (
        <div role="row" key={row[0]}>
          {row.map(square => (
            <div
              key={square}
              role="gridcell"
              data-square={square}
              tabIndex={square === focused ? 0 : -1}
              aria-label={squareLabel(square, pieces, picked, targets.includes(square))}
              aria-selected={square === picked}
              class={square === picked ? 'picked' : targets.includes(square) ? 'target' : undefined}
              onFocus={() => setFocused(square)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}
