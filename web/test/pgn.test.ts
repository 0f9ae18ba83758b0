// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { loadPgn } from '../../wasm/pgn';
import { makeLine, withoutNullMoves } from '../src/chess/line';
import { readGame, writeGame } from '../src/chess/pgn';
import { parseShapes, shapesText } from '../src/chess/shapes';
import { mainLine, nodeAt, type Tree } from '../src/chess/tree';
import { useRules } from './support';

await useRules();
const pgn = await loadPgn(readFileSync('build/pgn.wasm'));
const usualStart = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

const sample = `[Event "Club"]
[White "Anderssen"]
[Black "Jean"]
[Result "1-0"]

{A game.} 1. e4 {[%eval 0.35] [%clk 0:04:59] Best
by test [%cal Ge2e4,Rd1d8] [%csl Yd5]} e5 $6 (1... c5 2. Nf3 (2. c3 {Alapin}) d6 {[%eval #-3]}) 2. Nf3 1-0
`;

const read = (text: string, game = 0) => readGame(pgn.open(text), game);
const write = (tree: Tree) => writeGame(pgn, tree, { usualStart });

test('a game becomes a tree', () => {
  const { tree, problem } = read(sample);
  assert.equal(problem, null);
  assert.equal(tree.tags['White'], 'Anderssen');
  assert.deepEqual(mainLine(tree), ['e2e4', 'e7e5', 'g1f3']);
  assert.equal(tree.root.comment, 'A game.');
  const e4 = nodeAt(tree, ['e2e4'])!;
  assert.equal(e4.comment, 'Best by test');
  assert.equal(e4.clock, 299_000);
  assert.deepEqual(e4.score, { cp: 35 });
  assert.deepEqual(e4.shapes, [
    { from: 'e2', to: 'e4', brush: 'green' },
    { from: 'd1', to: 'd8', brush: 'red' },
    { from: 'd5', brush: 'yellow' },
  ]);
  assert.deepEqual(nodeAt(tree, ['e2e4', 'e7e5'])!.nags, [6]);
  assert.equal(nodeAt(tree, ['e2e4', 'c7c5', 'c2c3'])!.comment, 'Alapin');
  assert.deepEqual(nodeAt(tree, ['e2e4', 'c7c5', 'g1f3', 'd7d6'])!.score, { mate: -3 });
});

test('names and comments cannot reverse the text around them', () => {
  const { tree } = read('[White "Ann\u202eeb"]\n\n1. e4 {good\u2067bad} *\n');
  assert.equal(tree.tags['White'], 'Ann eb');
  assert.equal(nodeAt(tree, ['e2e4'])!.comment, 'good bad');
});

test('a tree survives a round trip', () => {
  const { tree } = read(sample);
  const again = read(write(tree)).tree;
  assert.deepEqual(again.root, tree.root);
  assert.deepEqual({ ...again.tags, ...tree.tags }, again.tags);
});

test('variants and other starts are kept', () => {
  const fen = '4k3/8/8/8/8/8/4P3/4K3[Nq] w - - 0 1';
  const text = `[Variant "Crazyhouse"]\n[SetUp "1"]\n[FEN "${fen}"]\n\n1. N@f6+ Kd8 *\n`;
  const { tree } = read(text);
  assert.equal(tree.variant, 'crazyhouse');
  assert.deepEqual(mainLine(tree), ['N@f6', 'e8d8']);
  const again = read(write(tree)).tree;
  assert.equal(again.variant, 'crazyhouse');
  assert.equal(again.start, tree.start);
});

test('null moves are a part of the line, and survive a round trip', () => {
  const { tree } = read('1. e4 (1. d4 -- 2. c4 (2. e4)) e5 2. -- Nc6 3. d4 *');
  assert.deepEqual(mainLine(tree), ['e2e4', 'e7e5', '0000', 'b8c6', 'd2d4']);
  assert.equal(nodeAt(tree, ['e2e4', 'e7e5', '0000'])!.san, '--');
  assert.deepEqual(nodeAt(tree, ['d2d4', '0000'])!.children.map(({ san }) => san), ['c4', 'e4']);
  assert.deepEqual(read(write(tree)).tree.root, tree.root);
});

test('the engine is asked about the position after a null move', () => {
  const { tree } = read('1. e4 -- 2. d4 *');
  const line = makeLine(tree.variant, tree.start, mainLine(tree));
  assert.deepEqual(withoutNullMoves(line, 1), { variant: 'standard', start: tree.start, moves: ['e2e4'] });
  assert.deepEqual(withoutNullMoves(line, 0).moves, []);
  const { start, moves } = withoutNullMoves(line);
  assert.match(start, /^rnbqkbnr\/pppppppp\/8\/8\/4P3\/8\/PPPP1PPP\/RNBQKBNR w /);
  assert.deepEqual(moves, ['d2d4']);
});

test('a null move in check is a fault of the file', () => {
  const { tree, problem } = read('1. e4 f5 2. Qh5+ -- *');
  assert.equal(mainLine(tree).length, 3);
  assert.ok(problem);
});

test('a broken game is read as far as it goes', () => {
  const { tree, problem } = read('1. e4 e5 2. Ke3 *');
  assert.deepEqual(mainLine(tree), ['e2e4', 'e7e5']);
  assert.ok(problem?.includes('Ke3'));
});

test('shapes are read and written', () => {
  assert.deepEqual(parseShapes('Gd2d4, Xe5,Re5,Bz9'), [{ from: 'd2', to: 'd4', brush: 'green' }, { from: 'e5', brush: 'red' }]);
  assert.deepEqual(shapesText(parseShapes('Gd2d4,Re5')), { arrows: 'Gd2d4', squares: 'Re5' });
});

test('real games survive a round trip', () => {
  const path = '../shared/data/pgn/tournament.pgn';
  if (!existsSync(path)) return;
  const file = pgn.open(readFileSync(path, 'utf8'));
  for (let game = 0; game < Math.min(file.games.length, 300); game += 7) {
    const { tree, problem } = readGame(file, game);
    assert.equal(problem, null);
    assert.deepEqual(read(write(tree)).tree.root, tree.root);
  }
});
