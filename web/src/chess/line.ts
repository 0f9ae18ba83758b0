// SPDX-License-Identifier: MIT
/* The positions of a game: computed once for each move, also when moves are added one by one. */
import { NULL_MOVE, NULL_SAN } from './moves';
import { startPosition, type Position } from './rules';

export interface Line {
  variant: string;
  start: string;
  /** The position before each move and after the last: one more than moves. */
  positions: Position[];
  moves: string[];
  sans: string[];
}

/** Plays moves in UCI notation. `before` is a line that may share a beginning with this one. */
export function makeLine(variant: string, start: string, moves: readonly string[], before?: Line | null): Line {
  const reuse = before && before.variant === variant && before.start === start ? before : null;
  const shared = reuse ? countShared(reuse.moves, moves) : 0;
  const line: Line = {
    variant,
    start,
    positions: reuse ? reuse.positions.slice(0, shared + 1) : [startPosition(variant, start)],
    moves: moves.slice(0, shared),
    sans: reuse ? reuse.sans.slice(0, shared) : [],
  };
  for (const uci of moves.slice(shared)) addMove(line, uci);
  return line;
}

function countShared(one: readonly string[], other: readonly string[]): number {
  let count = 0;
  while (count < one.length && count < other.length && one[count] === other[count]) count++;
  return count;
}

function addMove(line: Line, uci: string): void {
  const position = line.positions[line.positions.length - 1]!;
  if (uci === NULL_MOVE) return addNullMove(line, position);
  const move = position.parseUci(uci);
  line.sans.push(position.san(move));
  line.positions.push(position.play(move));
  line.moves.push(uci);
}

function addNullMove(line: Line, position: Position): void {
  line.sans.push(NULL_SAN);
  line.positions.push(position.pass());
  line.moves.push(NULL_MOVE);
}

/** The first `count` moves of a line as the engine can read them: it starts after the last null move. */
export function withoutNullMoves({ variant, start, positions, moves }: Line, count = moves.length): Pick<Line, 'variant' | 'start' | 'moves'> {
  const played = moves.slice(0, count);
  const from = played.lastIndexOf(NULL_MOVE) + 1;
  return { variant, start: from ? positions[from]!.fen() : start, moves: played.slice(from) };
}

export const lastPosition = (line: Line): Position => line.positions[line.positions.length - 1]!;
