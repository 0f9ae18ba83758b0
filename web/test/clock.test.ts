// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockLeft, clockText, lowTime, untilNextTick } from '../src/base/clock';
import { spentText, timesSpent } from '../src/base/moveTimes';
import { minutesText, parseMinutes, parseTimeControl, speedOf, withFraction } from '../src/base/timecontrol';

const clocks = { white: 60_000, black: 30_000, running: 'white' as const, at: 1000 };

test('the running clock counts down and never below zero', () => {
  assert.equal(clockLeft(clocks, 'white', 1000), 60_000);
  assert.equal(clockLeft(clocks, 'white', 3500), 57_500);
  assert.equal(clockLeft(clocks, 'white', 1_000_000), 0);
});

test('the other clock stands still', () => assert.equal(clockLeft(clocks, 'black', 9000), 30_000));

test('a time before the message does not add to the clock', () => assert.equal(clockLeft(clocks, 'white', 0), 60_000));

test('a clock shows tenths below ten seconds only', () => {
  assert.deepEqual(clockText(10_000), { main: '0:10', tenths: null, days: null });
  assert.deepEqual(clockText(9_999), { main: '0:09', tenths: '9', days: null });
  assert.equal(clockText(9_999, 'never').tenths, null);
  assert.equal(clockText(61_250, 'always').tenths, '2');
  assert.deepEqual(clockText(0), { main: '0:00', tenths: '0', days: null });
});

test('a clock shows hours and days', () => {
  assert.equal(clockText(3_727_000).main, '1:02:07');
  assert.equal(clockText(259_200_000).days, 3);
});

test('the next tick is when the text changes', () => {
  for (const ms of [61_234, 10_001, 9_950, 100]) {
    const wait = untilNextTick(ms);
    assert.notDeepEqual(clockText(ms), clockText(Math.max(0, ms - wait)), `${ms}`);
    assert.ok(wait > 0 && wait <= 1001);
  }
});

test('time is low below ten seconds, in bullet below an eighth', () => {
  assert.equal(lowTime(300_000), 10_000);
  assert.equal(lowTime(60_000), 7_500);
});

test('time controls are read', () => {
  assert.deepEqual(parseTimeControl('5+3'), { kind: 'clock', base: 300_000, increment: 3000 });
  assert.deepEqual(parseTimeControl('½+0'), { kind: 'clock', base: 30_000, increment: 0 });
  assert.equal(parseTimeControl('3 days').base, 259_200_000);
  assert.equal(parseTimeControl('-').kind, 'none');
  assert.equal(parseTimeControl('garbage').kind, 'other');
});

test('fractions of a minute are written in one way, and read in any', () => {
  assert.deepEqual([0.25, 0.5, 0.75, 1, 1.5, 10].map(minutesText), ['¼', '½', '¾', '1', '1½', '10']);
  assert.deepEqual(['0.5+0', '1.5+2', '10+0', '3 days', '-'].map(withFraction), ['½+0', '1½+2', '10+0', '3 days', '-']);
  assert.deepEqual(['½', '0.5', '0,5', '.5', '1½', ' 3 '].map(parseMinutes), [0.5, 0.5, 0.5, 0.5, 1.5, 3]);
  assert.deepEqual(['', 'x', '-1', '½½'].map(parseMinutes), [null, null, null, null]);
});

test('speeds follow the estimated length of the game', () => {
  const speeds = ['1+0', '3+2', '10+0', '30+20', '3 days'].map(text => speedOf(parseTimeControl(text)));
  assert.deepEqual(speeds, ['bullet', 'blitz', 'rapid', 'classical', 'correspondence']);
});

test('the time of a move is the difference of the clocks plus the increment', () => {
  const spent = timesSpent([300_000, 300_000, 298_000, 301_000], parseTimeControl('5+3'));
  assert.deepEqual(spent, [0, 0, 5000, 2000]);
  assert.deepEqual(timesSpent([null, null], parseTimeControl('5+3')), [null, null]);
  assert.equal(spentText(65_000), '1:05');
  assert.equal(spentText(null), null);
});
