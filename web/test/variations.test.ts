// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { RookeryError, rules } from '../src/chess/rules';
import { makeTree, nodeAt } from '../src/chess/tree';
import { readVariations, variationsText } from '../src/chess/variations';
import { movesAddress } from '../src/pages/analysis/Side';
import { useRules } from './support';

before(useRules);

const emptyTree = () => makeTree('standard', rules().start('standard').fen());

test('moves with variations are written and read again', () => {
  const text = 'e2e4(d2d4.d7d5(g8f6.c2c4)).e7e5(c7c5)(e7e6.d2d4).g1f3';
  const tree = readVariations(emptyTree(), text)!;
  assert.equal(nodeAt(tree, ['d2d4', 'g8f6', 'c2c4'])?.san, 'c4');
  assert.equal(variationsText(tree), text);
  assert.equal(variationsText(readVariations(emptyTree(), '')!), '');
});

test('garbage is refused, and an illegal move is named', () => {
  for (const text of ['(e2e4)', 'e2e4)', 'e2e4(d2d4', 'e2e4 e7e5', '<b>', 'é']) assert.equal(readVariations(emptyTree(), text), null, text);
  for (const text of ['e2e5', 'x', 'e2e4.e2e4', '1'.repeat(2000)]) assert.throws(() => readVariations(emptyTree(), text), RookeryError, text);
});

test('a link has the moves with variations, then without, then the position alone', () => {
  const start = rules().start('standard');
  const tree = readVariations(emptyTree(), 'e2e4(d2d4).e7e5')!;
  const link = (text: typeof tree, path: string[]) => new URL(movesAddress({ tree: text, path, position: start }), 'http://x');
  assert.equal(link(tree, ['e2e4', 'e7e5']).searchParams.get('moves'), 'e2e4(d2d4).e7e5');
  assert.equal(link(tree, ['e2e4']).hash, '#1');
  const repeat = (moves: string, count: number) => Array.from({ length: count }, () => moves).join('.');
  const main = repeat('g1f3.g8f6.f3g1.f6g8', 50);
  const wide = readVariations(emptyTree(), main.replace('g1f3', `g1f3(b1c3.${repeat('b8c6.c3b1.c6b8.b1c3', 60)})`))!;
  assert.equal(link(wide, []).searchParams.get('moves'), main);
  const long = readVariations(emptyTree(), repeat('g1f3.g8f6.f3g1.f6g8', 150))!;
  assert.equal(link(long, []).searchParams.get('moves'), null);
});
