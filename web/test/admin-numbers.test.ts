// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addSample, curvePoints, makeSample, quantile, readHistory, type Numbers, type Sample } from '../src/pages/admin/numbers';

const durations = (...counts: number[]) => ({ bounds: [1_000, 5_000, 10_000], counts });
const numbers = (now: number, moves: number, counts: number[]): Numbers => ({
  now,
  version: '1',
  ready: true,
  startedAt: 0,
  people: 3,
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
  const sample = makeSample(numbers(1_000, 10, [0, 0, 0, 0]), numbers(4_000, 16, [6, 0, 0, 0]));
  assert.equal(sample.moves, 2);
  assert.equal(sample.disk, 1);
  assert.equal(sample.memory, 48);
});

test('the first answer has no rate', () => {
  assert.equal(makeSample(null, numbers(4_000, 16, [6, 0, 0, 0])).moves, 0);
});

const sampleAt = (date: number): Sample => ({ date, people: 1, games: 0, moves: 0, disk: null, connections: 1, memory: 1 });

test('the history forgets what is older than four hours', () => {
  const now = 5 * 3_600_000;
  assert.deepEqual(addSample([sampleAt(0), sampleAt(now - 60_000)], sampleAt(now)), [sampleAt(now - 60_000), sampleAt(now)]);
});

test('the live end of the history is replaced until half a minute has passed', () => {
  const live = addSample([sampleAt(0), sampleAt(3_000)], sampleAt(6_000));
  assert.deepEqual(live, [sampleAt(0), sampleAt(6_000)]);
  assert.deepEqual(addSample([sampleAt(0), sampleAt(30_000)], sampleAt(33_000)), [sampleAt(0), sampleAt(30_000), sampleAt(33_000)]);
});

test('the history of the server becomes samples', () => {
  const history = { period: 30_000, dates: [1_000, 61_000], people: [1, 2], games: [0, 1], moves: [30, 120], moveTimes: [-1, 2_500], connections: [3, 4], memories: [5e6, 6e6] };
  assert.deepEqual(readHistory(history), [
    { date: 1_000, people: 1, games: 0, moves: 1, disk: null, connections: 3, memory: 5 },
    { date: 61_000, people: 2, games: 1, moves: 2, disk: 2.5, connections: 4, memory: 6 },
  ]);
});

test('a curve spans the box, and its points stand at their time', () => {
  const curve = curvePoints([
    { date: 0, value: 0 },
    { date: 10, value: 5 },
    { date: 40, value: 10 },
  ]);
  assert.match(curve, /^0\.0 30\.0 L25\.0 .* L100\.0 /);
});
