// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fenOfPath, movesOfAddress, positionAddress } from '../src/chess/address';
import { rules } from '../src/chess/rules';
import { variants } from '../src/base/variants';
import { checkFen } from '../src/pages/editor/check';
import { positions } from '../src/pages/editor/positions';
import { enPassantSquares, movePiece, possibleRights, readSetup, setPocket, setRight, writeSetup } from '../src/pages/editor/setup';
import { useRules } from './support';

await useRules();

test('the start of every variant survives reading and writing', () => {
  for (const variant of variants) {
    const fen = rules().start(variant).fen();
    assert.equal(writeSetup(readSetup(fen, variant)), fen);
  }
});

test('castling rights go with the rook and come back with it', () => {
  const setup = readSetup('r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', 'standard');
  const moved = movePiece(setup, 'h1', 'h5');
  assert.equal(writeSetup(moved).split(' ')[2], 'Qkq');
  assert.equal(writeSetup(movePiece(moved, 'h5', 'h1')).split(' ')[2], 'KQkq');
  assert.equal(writeSetup(setRight(setup, 'q', false)).split(' ')[2], 'KQk');
});

test('in Chess960 any rook beside the king will do', () => {
  const setup = readSetup('8/1rk3r1/8/8/8/8/8/1RK3R1 w KQ - 0 1', 'chess960');
  assert.deepEqual(possibleRights(setup), ['K', 'Q']);
  assert.deepEqual(possibleRights({ ...setup, variant: 'standard' }), []);
});

test('en passant is offered behind pawns that may just have moved', () => {
  const setup = readSetup('4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1', 'standard');
  assert.deepEqual(enPassantSquares(setup), ['d6']);
  assert.equal(writeSetup(setup).split(' ')[3], 'd6');
  assert.equal(writeSetup({ ...setup, turn: 'black' }).split(' ')[3], '-');
});

test('pockets and checks are written where the variant has them', () => {
  const setup = readSetup(rules().start('crazyhouse').fen(), 'crazyhouse');
  assert.ok(writeSetup(setPocket(setup, 'white', 'queen', 2)).includes('[QQ]'));
  const checks = readSetup(rules().start('threeCheck').fen(), 'threeCheck');
  assert.ok(writeSetup({ ...checks, checks: { white: 1, black: 3 } }).includes(' 1+3 '));
});

test('nonsense becomes some position', () => {
  for (const text of ['', 'x', '////////', '9/9/9', 'rnbqkbnr/pppppppp w']) assert.equal(typeof writeSetup(readSetup(text, 'standard')), 'string');
});

test('the positions to start from can be played', () => {
  for (const { fen } of positions) assert.equal(checkFen(fen, 'standard').error, null);
});

test('moves survive their address', () => {
  const url = new URL(positionAddress('analysis', rules().start('standard').fen(), 'standard', 'e2e4.N@f3.e7e8q'), 'http://x');
  assert.equal(movesOfAddress(url), 'e2e4.N@f3.e7e8q');
});

test('a position survives its address', () => {
  const fen = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Qp] w KQkq - 0 1';
  const url = new URL(positionAddress('editor', fen, 'crazyhouse'), 'http://x');
  assert.equal(fenOfPath(decodeURIComponent(url.pathname.slice('/editor/'.length))), fen);
  assert.equal(url.searchParams.get('variant'), 'crazyhouse');
});
