// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { load } from '../../wasm/rookery';
import { openingOf, openingOfLine, setOpenings } from '../src/chess/openings';
import { makeLine } from '../src/chess/line';
import { rules, setRules } from '../src/chess/rules';
import list from 'openings:standard';

setRules(await load(readFileSync('build/rookery.wasm')));
setOpenings(list);

const play = (text: string) => openingOf(text.split(' '));

test('the longest named line wins', () => {
  assert.deepEqual(play('e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 b2b4'), { eco: 'C51', name: 'Italian Game: Evans Gambit' });
  assert.equal(play('e2e4')?.eco, 'B00');
  assert.equal(openingOf([]), null);
});

test('a transposition has the same name', () => {
  const direct = play('d2d4 g8f6 c2c4 e7e6 b1c3 d7d5');
  assert.ok(direct);
  assert.deepEqual(play('c2c4 e7e6 b1c3 d7d5 d2d4 g8f6'), direct);
});

test('an unknown continuation keeps the name', () => {
  assert.deepEqual(play('e2e4 c7c5 a1a1'.slice(0, 9)), play('e2e4 c7c5'));
  assert.deepEqual(play('e2e4 c7c5 h2h4 h7h5 h1h3'), play('e2e4 c7c5 h2h4 h7h5'));
});

test('only standard chess from its start has openings', () => {
  const start = rules().start('crazyhouse').fen();
  assert.equal(openingOfLine(makeLine('crazyhouse', start, ['e2e4'])), null);
});
