// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wheelSteps } from '../src/app/wheel';

test('a notch of the wheel is one step, however large it is', () => {
  assert.deepEqual(wheelSteps(0, 120, 0), { steps: 1, left: 0 });
  assert.deepEqual(wheelSteps(0, -480, 0), { steps: -1, left: 0 });
  assert.deepEqual(wheelSteps(0, 3, 1), { steps: 1, left: 0 });
});

test('small movements of a touchpad add up, and a turn back starts anew', () => {
  assert.deepEqual(wheelSteps(0, 20, 0), { steps: 0, left: 20 });
  assert.deepEqual(wheelSteps(40, 20, 0), { steps: 1, left: 0 });
  assert.deepEqual(wheelSteps(40, -20, 0), { steps: 0, left: -20 });
});
