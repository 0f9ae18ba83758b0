// SPDX-License-Identifier: MIT
/* The pieces of a FEN: on the board, in the pockets, and what was captured. */
import type { Side } from '../base/side';

export const roles = ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king', 'amazon'] as const;
export type Role = (typeof roles)[number];

export interface Piece {
  role: Role;
  color: Side;
  promoted?: boolean;
}

export type Pieces = Map<string, Piece>;

const letters: Record<string, Role> = { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king', a: 'amazon' };

export const roleOf = (letter: string): Role => letters[letter.toLowerCase()] ?? 'pawn';

export const letterOf = (role: Role): string => (role === 'knight' ? 'n' : role.charAt(0));

const files = 'abcdefgh';

/** The pieces on the board of a FEN, by square. */
export function readPieces(fen: string): Pieces {
  const pieces: Pieces = new Map();
  const [board = ''] = fen.split(/[ []/);
  board.split('/').slice(0, 8).forEach((row, i) => readRow(pieces, row, 8 - i));
  return pieces;
}

function readRow(pieces: Pieces, row: string, rank: number): void {
  let file = 0;
  for (const letter of row) {
    const piece = pieces.get(`${files[file - 1]}${rank}`);
    if (letter === '~' && piece) piece.promoted = true;
    else if (letter >= '1' && letter <= '8') file += Number(letter);
    else if (letter !== '~') pieces.set(`${files[file++]}${rank}`, pieceOf(letter));
  }
}

const pieceOf = (letter: string): Piece => ({ role: roleOf(letter), color: letter === letter.toLowerCase() ? 'black' : 'white' });

export type Pocket = Partial<Record<Role, number>>;

/** The pockets of a crazyhouse FEN; null in other variants. */
export function readPockets(fen: string): Record<Side, Pocket> | null {
  const text = /\[([A-Za-z]*)\]/.exec(fen)?.[1];
  if (text === undefined) return null;
  const pockets: Record<Side, Pocket> = { white: {}, black: {} };
  for (const letter of text) {
    const { color, role } = pieceOf(letter);
    pockets[color][role] = (pockets[color][role] ?? 0) + 1;
  }
  return pockets;
}

/** The checks that each side has left to give in three-check; null in other variants. */
export function readChecks(fen: string): Record<Side, number> | null {
  const [, white, black] = /\s(\d)\+(\d)(?:\s|$)/.exec(fen) ?? [];
  return white && black ? { white: Number(white), black: Number(black) } : null;
}

const values: Record<Role, number> = { pawn: 1, knight: 3, bishop: 3, rook: 5, queen: 9, king: 0, amazon: 12 };

export interface Material {
  /** The pieces of the other side that are gone from the board, the least valuable first. */
  captured: Record<Side, Role[]>;
  /** How many points White is ahead; negative if Black is. */
  lead: number;
}

function countRoles(pieces: Pieces, color: Side): Record<Role, number> {
  const counts = Object.fromEntries(roles.map(role => [role, 0])) as Record<Role, number>;
  for (const piece of pieces.values()) if (piece.color === color) counts[piece.role]++;
  return counts;
}

/** What each side has more than the other, piece by piece, as players count it: `captured.white` are the
 * black pieces that White has won. */
export function materialOf(fen: string): Material {
  const pieces = readPieces(fen);
  const white = countRoles(pieces, 'white');
  const black = countRoles(pieces, 'black');
  const captured: Record<Side, Role[]> = { white: [], black: [] };
  let lead = 0;
  for (const role of roles) {
    const more = white[role] - black[role];
    lead += more * values[role];
    for (let i = 0; i < Math.abs(more); i++) captured[more > 0 ? 'white' : 'black'].push(role);
  }
  return { captured, lead };
}
