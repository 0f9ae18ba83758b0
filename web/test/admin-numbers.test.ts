// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addSample, curvePoints, HISTORY_MAX, makeSample, quantile, type Numbers, type Sample } from '../src/pages/admin/numbers';

const durations = (...counts: number[]) => ({ bounds: [1_000, 5_000, 10_000], counts });
const numbers = (now: number, moves: number, counts: number[]): Numbers => ({
  now,
  version: '1',
  ready: true,
  startedAt: 0,
  games: 2,
  moves,
  connections: 7,
  connectionsMax: 100,
  memory: 48_000_000,
  storeErrors: 0,
  moveDurations: durations(...counts),
});

test('a quantile looks at the new durations only', () => {
  assert.equal(quantile(durations(100, 0, 0, 0), durations(100, 99, 1, 0), 0.99), 5);
  assert.equal(quantile(durations(0, 0, 0, 0), durations(1, 0, 0, 5), 0.99), 10);
  assert.equal(quantile(durations(3, 0, 0, 0), durations(3, 0, 0, 0), 0.99), null);
});

test('moves are counted a second', () => {
  const sample = makeSample(numbers(1_000, 10, [0, 0, 0, 0]), numbers(4_000, 16, [6, 0, 0, 0]), 3);
  assert.equal(sample.moves, 2);
  assert.equal(sample.disk, 1);
  assert.equal(sample.memory, 48);
});

test('the first answer has no rate', () => {
  assert.equal(makeSample(null, numbers(4_000, 16, [6, 0, 0, 0]), 3).moves, 0);
});

test('the history forgets what is old', () => {
  const sample: Sample = { people: 1, games: 0, moves: 0, disk: null, connections: 1, memory: 1 };
  const long = Array.from({ length: HISTORY_MAX }, () => sample);
  assert.equal(addSample(long, sample).length, HISTORY_MAX);
});

test('a curve spans the box', () => {
  assert.match(curvePoints([0, 10]), /^0\.0 30\.0 L100\.0 /);
});
