// SPDX-License-Identifier: MIT
/* Conditional moves: lines that are added, and what is left of them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addLine, linesAfter, readLines, writeLines } from '../src/state/conditional';

const added = (text: string, line: string): string => writeLines(addLine(readLines(text), line.split(' ')));

test('lines for other moves of the opponent stand side by side', () => {
  assert.equal(added('', 'e7e5 g1f3'), 'e7e5 g1f3');
  assert.equal(added('e7e5 g1f3', 'c7c5 g1f3'), 'e7e5 g1f3,c7c5 g1f3');
  assert.equal(added('e7e5 g1f3 b8c6 f1b5', 'e7e5 g1f3 g8f6 f3e5'), 'e7e5 g1f3 b8c6 f1b5,e7e5 g1f3 g8f6 f3e5');
});

test('a longer line takes the place of its beginning, which adds nothing to it', () => {
  assert.equal(added('e7e5 g1f3,c7c5 g1f3', 'e7e5 g1f3 b8c6 f1b5'), 'c7c5 g1f3,e7e5 g1f3 b8c6 f1b5');
  assert.equal(added('e7e5 g1f3 b8c6 f1b5', 'e7e5 g1f3'), 'e7e5 g1f3 b8c6 f1b5');
});

test('another reply to the same moves takes the place of the first', () => {
  assert.equal(added('e7e5 g1f3 b8c6 f1b5,c7c5 g1f3', 'e7e5 f1c4'), 'c7c5 g1f3,e7e5 f1c4');
});

test('a move leaves the rest of the lines that begin with it', () => {
  const lines = 'e7e5 g1f3 b8c6 f1b5,e7e5 g1f3 g8f6 f3e5,c7c5 g1f3';
  assert.equal(['e7e5', 'g1f3'].reduce(linesAfter, lines), 'b8c6 f1b5,g8f6 f3e5');
  assert.equal(['c7c5', 'g1f3'].reduce(linesAfter, lines), '');
  assert.equal(linesAfter(lines, 'a7a6'), '');
});
