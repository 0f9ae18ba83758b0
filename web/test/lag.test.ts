// SPDX-License-Identifier: MIT
/* The round-trip time: smoothed, shown as bars, and forgotten with the connection. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lagBars, smoothLag } from '../src/base/lag';
import { addRoundTrip, setPhase } from '../src/state/local';
import { initialState } from '../src/state/state';

test('a slower connection has fewer bars, and the slowest has one', () => {
  assert.deepEqual([0, 150, 151, 300, 301, 500, 501, 60_000].map(lagBars), [4, 4, 3, 3, 2, 2, 1, 1]);
});

test('one slow answer alone takes no more than a bar, and four in a row count', () => {
  assert.equal(smoothLag(null, 40), 40);
  assert.equal(lagBars(smoothLag(40, 400)), 3);
  let lag: number | null = 40;
  for (let i = 0; i < 4; i++) lag = smoothLag(lag, 2_000);
  assert.equal(lagBars(lag), 1);
});

test('another connection is measured anew', () => {
  const slow = addRoundTrip(900)(setPhase('open', '')(initialState));
  assert.equal(slow.lag, 900);
  assert.equal(setPhase('lost', '')(slow).lag, null);
});
