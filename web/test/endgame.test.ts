// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { categoryOf, isInTables } from '../src/pages/analysis/endgame';

test('the tables have positions with few pieces and without castling', () => {
  assert.ok(isInTables('8/8/8/4k3/8/8/4P3/4K3 w - - 0 1', 4));
  assert.ok(isInTables('8/8/8/4k3/8/8/3PP3/4K3 w - - 0 1', 4));
  assert.ok(!isInTables('8/8/8/4k3/8/8/2PPP3/4K3 w - - 0 1', 4));
  assert.ok(!isInTables('8/8/8/4k3/8/8/8/4K2R w K - 0 1', 4));
  assert.ok(!isInTables('8/8/8/4k3/8/8/4P3/4K3 w - - 0 1', 0));
});

test('the category of a move is that of the side that makes it', () => {
  const move = { uci: 'e2e4', san: 'e4', dtz: -3, checkmate: false };
  assert.equal(categoryOf({ ...move, category: 'loss' }), 'win');
  assert.equal(categoryOf({ ...move, category: 'cursed-win' }), 'blessed-loss');
  assert.equal(categoryOf({ ...move, category: 'draw' }), 'draw');
});
