// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasShape, type Shape } from '../src/wire/shape';

const shape: Shape = { name: 'string', players: { white: 'map' }, moves: [{ uci: 'string' }] };

test('an answer with the fields of its shape is taken, with more of them too', () => {
  assert.ok(hasShape({ name: 'x', players: { white: {}, black: 1 }, moves: [], more: null }, shape));
  assert.ok(hasShape({ name: 'x', players: { white: {} }, moves: [{ uci: 'e2e4' }] }, shape));
  assert.ok(hasShape([], ['string']));
  assert.ok(hasShape([null], 'list'));
});

test('an answer without the fields of its shape is not taken', () => {
  for (const value of [null, undefined, [], {}, 'x', 1, { name: 'x' }, { name: 1, players: { white: {} }, moves: [] }])
    assert.ok(!hasShape(value, shape), JSON.stringify(value));
  assert.ok(!hasShape({ name: 'x', players: { white: {} }, moves: [{}] }, shape));
  assert.ok(!hasShape({ name: 'x', players: { white: [] }, moves: [] }, shape));
  assert.ok(!hasShape({}, ['string']));
  assert.ok(!hasShape([1], ['string']));
  assert.ok(!hasShape([], 'map'));
});
