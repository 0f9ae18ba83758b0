// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { trackPieces } from '../src/board/track';
import { readPieces } from '../src/chess/pieces';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const track = (...fens: string[]) => fens.reduce<ReturnType<typeof trackPieces>>((before, fen) => trackPieces(before, readPieces(fen)), []);
const idOn = (pieces: ReturnType<typeof trackPieces>, square: string) => pieces.find(piece => piece.square === square)?.id;

test('a piece that moves stays the same piece, and so do all others', () => {
  const before = track(START);
  const after = trackPieces(before, readPieces('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'));
  assert.equal(idOn(after, 'e4'), idOn(before, 'e2'));
  assert.deepEqual(after.map(piece => piece.id), before.map(piece => piece.id));
});

test('a captured piece goes, a promoted one is new, castling moves two', () => {
  const capture = track('4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1', '4k3/8/8/3P4/8/8/8/4K3 b - - 0 1');
  assert.equal(capture.length, 3);
  const promotion = track('4k3/P7/8/8/8/8/8/4K3 w - - 0 1', 'Q3k3/8/8/8/8/8/8/4K3 b - - 0 1');
  assert.deepEqual(promotion.map(piece => piece.role).sort(), ['king', 'king', 'queen']);
  assert.equal(new Set(promotion.map(piece => piece.id)).size, 3);
  const before = track('4k3/8/8/8/8/8/8/4K2R w K - 0 1');
  const castled = trackPieces(before, readPieces('4k3/8/8/8/8/8/8/5RK1 b - - 1 1'));
  assert.equal(idOn(castled, 'g1'), idOn(before, 'e1'));
  assert.equal(idOn(castled, 'f1'), idOn(before, 'h1'));
});
