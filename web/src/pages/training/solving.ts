// SPDX-License-Identifier: MIT
/* The state of a puzzle that is being solved: pure functions, which the page shows and feeds. */
import type { Line } from '../../chess/line';

export type Phase =
  /** The opponent's move is about to be played. */
  | 'reply'
  /** It is the solver's turn. */
  | 'turn'
  /** A wrong move is on the board, and is taken back in a moment. */
  | 'wrong'
  | 'solved'
  /** The solution is being shown, or was. */
  | 'shown';

export interface Solving {
  phase: Phase;
  /** The moves of the line that are on the board. */
  ply: number;
  /** A move that is on the board instead of the line's next one: a wrong one, or another mate. */
  aside: string | null;
  /** What the solver played first at each turn. */
  moves: string[];
  /** A wrong move, a hint or the solution has decided the attempt. */
  failed: boolean;
  hint: boolean;
  /** What became of the last move; a wrong one is remembered until the next move. */
  verdict: 'right' | 'wrong' | null;
  /** When it is over: the moves on the board of who looks at the line again. */
  view: number | null;
}

/** The line starts before the opponent's error. */
export const startSolving = (): Solving => ({ phase: 'reply', ply: 0, aside: null, moves: [], failed: false, hint: false, verdict: null, view: null });

/** The opponent's move is played. */
export function playReply(state: Solving): Solving {
  return state.phase === 'reply' ? { ...state, phase: 'turn', ply: state.ply + 1, hint: false } : state;
}

const isMate = (line: Line, ply: number, uci: string): boolean => {
  const position = line.positions[ply]!;
  return position.play(position.parseUci(uci)).outcome()?.end === 'checkmate';
};

/** Castling can be written in two ways: compare the moves, not the texts. */
const isSame = (line: Line, ply: number, uci: string): boolean => {
  const position = line.positions[ply]!;
  return position.parseUci(uci) === position.parseUci(line.moves[ply]!);
};

/** The solver plays a legal move. */
export function playMove(state: Solving, line: Line, uci: string): Solving {
  if (state.phase !== 'turn') return state;
  const moves = [...state.moves, uci];
  if (isSame(line, state.ply, uci)) {
    const ply = state.ply + 1;
    return { ...state, moves, ply, hint: false, verdict: 'right', phase: ply === line.moves.length ? 'solved' : 'reply' };
  }
  if (isMate(line, state.ply, uci)) return { ...state, moves, aside: uci, hint: false, phase: 'solved' };
  return { ...state, moves: state.failed ? state.moves : moves, aside: uci, failed: true, verdict: 'wrong', phase: 'wrong' };
}

/** Takes a wrong move back. */
export const takeBack = (state: Solving): Solving => (state.phase === 'wrong' ? { ...state, aside: null, phase: 'turn' } : state);

export const showHint = (state: Solving): Solving => (state.phase === 'turn' ? { ...state, hint: true, failed: true } : state);

/** The square of the piece that the hint is about. */
export const hintedSquare = ({ ply }: Solving, line: Line): string => line.moves[ply]!.slice(0, 2);

/** Gives up: the rest of the line is played. */
export const showSolution = (state: Solving): Solving => ({ ...state, aside: null, hint: false, failed: true, phase: 'shown' });

export const isOver = ({ phase }: Solving): boolean => phase === 'solved' || phase === 'shown';

/** The moves of the line that are on the board. */
export const shownPly = ({ ply, view }: Solving): number => view ?? ply;

/** Looks at the line again, after the move `ply`; also while the solution is still being shown. */
export function lookAt(state: Solving, line: Line, ply: number): Solving {
  if (!isOver(state)) return state;
  const last = line.moves.length;
  return { ...state, aside: null, ply: last, view: Math.max(0, Math.min(ply, last)) };
}

/** Whether the result has to be sent to the server now: the puzzle is solved, or the first mistake was made. */
export const isDecided = (state: Solving): boolean => state.failed || state.phase === 'solved';
