// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeLine } from '../src/chess/line';
import { hintedSquare, isDecided, isOver, lookAt, playMove, playReply, showHint, showSolution, shownPly, startSolving, takeBack } from '../src/pages/training/solving';
import { themeName } from '../src/pages/training/themes';
import { useRules } from './support';

await useRules();

/** After the error there are two mates in one on the back rank; the solution takes two moves. */
const line = makeLine('standard', '6k1/r4ppp/8/8/8/3Q4/5PPP/1R4K1 b - - 0 1', ['a7a2', 'd3d7', 'a2a1', 'd7d8']);
const start = () => playReply(startSolving());

test('the solver moves after the error, and the opponent answers', () => {
  const first = playMove(start(), line, 'd3d7');
  assert.equal(first.phase, 'reply');
  assert.equal(isDecided(first), false);
  const solved = playMove(playReply(first), line, 'd7d8');
  assert.deepEqual([solved.phase, solved.ply, solved.failed, solved.moves], ['solved', 4, false, ['d3d7', 'd7d8']]);
  assert.ok(isOver(solved) && isDecided(solved));
});

test('a wrong move decides the attempt and is taken back', () => {
  const wrong = playMove(start(), line, 'd3d4');
  assert.deepEqual([wrong.phase, wrong.aside, wrong.failed, wrong.moves], ['wrong', 'd3d4', true, ['d3d4']]);
  const again = takeBack(wrong);
  assert.deepEqual([again.phase, again.aside, again.ply], ['turn', null, 1]);
  assert.equal(playMove(again, line, 'd3d7').failed, true);
});

test('another mate solves the puzzle', () => {
  const mate = playMove(start(), line, 'b1b8');
  assert.deepEqual([mate.phase, mate.aside, mate.failed], ['solved', 'b1b8', false]);
});

test('a hint and the solution decide the attempt', () => {
  const hinted = showHint(start());
  assert.ok(isDecided(hinted));
  assert.equal(hintedSquare(hinted, line), 'd3');
  const shown = showSolution(start());
  assert.ok(isOver(shown) && isDecided(shown));
  assert.equal(playMove(shown, line, 'd3d7'), shown);
});

test('the verdict stays until the next move, and a right move has one after a hint, too', () => {
  const hinted = showHint(takeBack(playMove(start(), line, 'd3d4')));
  assert.deepEqual([hinted.verdict, hinted.hint], ['wrong', true]);
  assert.equal(playReply(playMove(hinted, line, 'd3d7')).verdict, 'right');
});

test('when it is over one can look at every move again', () => {
  assert.equal(shownPly(lookAt(start(), line, 0)), 1);
  const shown = lookAt(showSolution(start()), line, 2);
  assert.deepEqual([shownPly(shown), shown.ply], [2, 4]);
  assert.equal(shownPly(lookAt(shown, line, -1)), 0);
  assert.equal(shownPly(lookAt(shown, line, 9)), 4);
  assert.equal(lookAt(playMove(start(), line, 'b1b8'), line, 1).aside, null);
});

test('nothing can be played while the opponent moves', () => {
  assert.equal(playMove(startSolving(), line, 'd3d7').phase, 'reply');
});

test('an unknown theme is called by its own words', () => {
  assert.equal(themeName('advancedPawn'), 'advanced pawn');
});
