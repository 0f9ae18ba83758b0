// SPDX-License-Identifier: MIT
/* A position that is being set up. It need not be legal; everything here is pure. */
import { opposite, type Side } from '../../base/side';
import { letterOf, readChecks, readPieces, readPockets, type Piece, type Pieces, type Pocket, type Role } from '../../chess/pieces';
import type { Variant } from '../../base/variants';

export interface Setup {
  variant: Variant;
  pieces: Pieces;
  turn: Side;
  /** The letters of the castling rights that were chosen, of 'KQkq'. */
  castling: string;
  enPassant: string | null;
  pockets: Record<Side, Pocket>;
  /** The checks that each side has left to give. */
  checks: Record<Side, number>;
  halfmoves: number;
  fullmoves: number;
}

export const RIGHTS = ['K', 'Q', 'k', 'q'] as const;
export type Right = (typeof RIGHTS)[number];

const FILES = 'abcdefgh';
const noPockets = (): Record<Side, Pocket> => ({ white: {}, black: {} });

/** Reads a FEN of any quality: what is missing or wrong gets a default. */
export function readSetup(fen: string, variant: Variant): Setup {
  const fields = fen.trim().split(/\s+/);
  const [, turn, castling = '', enPassant = ''] = fields;
  const numbers = fields.slice(4).filter(field => /^\d+$/.test(field)).map(Number);
  return {
    variant,
    pieces: readPieces(fen),
    turn: turn === 'b' ? 'black' : 'white',
    castling: RIGHTS.filter(right => castling.includes(right)).join(''),
    enPassant: /^[a-h][36]$/.test(enPassant) ? enPassant : null,
    pockets: readPockets(fen) ?? noPockets(),
    checks: readChecks(fen) ?? { white: 3, black: 3 },
    halfmoves: numbers[0] ?? 0,
    fullmoves: Math.max(1, numbers[1] ?? 1),
  };
}

const fenLetter = ({ role, color }: Piece): string => (color === 'white' ? letterOf(role).toUpperCase() : letterOf(role));

function rankText(pieces: Pieces, rank: number): string {
  const letters = [...FILES].map(file => {
    const piece = pieces.get(`${file}${rank}`);
    return piece ? fenLetter(piece) + (piece.promoted ? '~' : '') : ' ';
  });
  return letters.join('').replace(/ +/g, gap => String(gap.length));
}

function pocketText(pockets: Record<Side, Pocket>): string {
  const side = (color: Side) =>
    (Object.entries(pockets[color]) as [Role, number][]).map(([role, count]) => fenLetter({ role, color }).repeat(count)).join('');
  return `[${side('white')}${side('black')}]`;
}

/** The FEN of a set-up. Castling rights and an en passant square that cannot be are left out. */
export function writeSetup(setup: Setup): string {
  const board = [8, 7, 6, 5, 4, 3, 2, 1].map(rank => rankText(setup.pieces, rank)).join('/');
  const castling = possibleRights(setup).filter(right => setup.castling.includes(right)).join('') || '-';
  const square = setup.enPassant && enPassantSquares(setup).includes(setup.enPassant) ? setup.enPassant : '-';
  return [
    setup.variant === 'crazyhouse' ? board + pocketText(setup.pockets) : board,
    setup.turn === 'white' ? 'w' : 'b',
    castling,
    square,
    ...(setup.variant === 'threeCheck' ? [`${setup.checks.white}+${setup.checks.black}`] : []),
    setup.halfmoves,
    setup.fullmoves,
  ].join(' ');
}

const holds = (pieces: Pieces, square: string, role: Role, color: Side): boolean => {
  const piece = pieces.get(square);
  return piece?.role === role && piece.color === color;
};

/** Whether there is a rook on the king's rank on the side that the right is about. */
function isRightPossible({ pieces, variant }: Setup, right: Right): boolean {
  const color = right === right.toUpperCase() ? 'white' : 'black';
  const rank = color === 'white' ? 1 : 8;
  const kings = [...FILES].filter(file => holds(pieces, `${file}${rank}`, 'king', color));
  const isShort = right.toUpperCase() === 'K';
  if (variant !== 'chess960') return kings.includes('e') && holds(pieces, `${isShort ? 'h' : 'a'}${rank}`, 'rook', color);
  const [king] = kings;
  return king !== undefined && [...FILES].some(file => (isShort ? file > king : file < king) && holds(pieces, `${file}${rank}`, 'rook', color));
}

/** The castling rights that the pieces allow. */
export function possibleRights(setup: Setup): Right[] {
  if (setup.variant === 'antichess' || setup.variant === 'racingKings') return [];
  return RIGHTS.filter(right => isRightPossible(setup, right));
}

/** The squares that a pawn may just have passed with a double step. */
export function enPassantSquares({ pieces, turn }: Setup): string[] {
  const mover = opposite(turn);
  const [from, over, to] = mover === 'white' ? [2, 3, 4] : [7, 6, 5];
  return [...FILES]
    .filter(file => holds(pieces, `${file}${to}`, 'pawn', mover) && !pieces.has(`${file}${over}`) && !pieces.has(`${file}${from}`))
    .map(file => `${file}${over}`);
}

const withPieces = (setup: Setup, change: (pieces: Pieces) => void): Setup => {
  const pieces = new Map(setup.pieces);
  change(pieces);
  return { ...setup, pieces };
};

export const putPiece = (setup: Setup, square: string, piece: Piece): Setup => withPieces(setup, pieces => pieces.set(square, piece));

export const removePiece = (setup: Setup, square: string): Setup => withPieces(setup, pieces => pieces.delete(square));

export const movePiece = (setup: Setup, from: string, to: string): Setup =>
  withPieces(setup, pieces => {
    const piece = pieces.get(from);
    pieces.delete(from);
    if (piece) pieces.set(to, piece);
  });

export function setRight(setup: Setup, right: Right, on: boolean): Setup {
  const rights = RIGHTS.filter(other => (other === right ? on : setup.castling.includes(other)));
  return { ...setup, castling: rights.join('') };
}

export function setPocket(setup: Setup, color: Side, role: Role, count: number): Setup {
  return { ...setup, pockets: { ...setup.pockets, [color]: { ...setup.pockets[color], [role]: count } } };
}

/** The kinds of piece of a variant, as the palettes show them. */
export function rolesOf(variant: Variant): Role[] {
  if (variant === 'amazon') return ['king', 'queen', 'amazon', 'rook', 'bishop', 'knight', 'pawn'];
  const roles: Role[] = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn'];
  return variant === 'racingKings' ? roles.filter(role => role !== 'pawn') : roles;
}
