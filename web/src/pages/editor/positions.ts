// SPDX-License-Identifier: MIT
/* Positions worth knowing, to start from. */
import type { Key } from '../../i18n';

export const positions: readonly { name: Key; fen: string }[] = [
  { name: 'editor.position.queen', fen: '8/8/8/4k3/8/8/8/3QK3 w - - 0 1' },
  { name: 'editor.position.rook', fen: '8/8/8/4k3/8/8/8/R3K3 w - - 0 1' },
  { name: 'editor.position.bishops', fen: '8/8/8/4k3/8/8/8/2B1KB2 w - - 0 1' },
  { name: 'editor.position.bishopKnight', fen: '8/8/8/4k3/8/8/8/4KBN1 w - - 0 1' },
  { name: 'editor.position.pawn', fen: '4k3/8/8/8/8/4K3/4P3/8 w - - 0 1' },
  { name: 'editor.position.lucena', fen: '3K4/3P2k1/8/8/8/8/2r5/5R2 w - - 0 1' },
  { name: 'editor.position.philidor', fen: '4k3/7R/r7/4P3/4K3/8/8/8 b - - 0 1' },
  { name: 'editor.position.queenRook', fen: '8/3kr3/8/3K4/8/8/8/4Q3 w - - 0 1' },
];
