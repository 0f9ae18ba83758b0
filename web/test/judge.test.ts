// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { addLine, makeTree, nodeAt } from '../src/chess/tree';
import { judgeMove, summarise, type Evaluation } from '../src/pages/analysis/judge';
import { looksLikeFen } from '../src/chess/address';
import { treeOfFen } from '../src/pages/analysis/load';
import { timesOf } from '../src/pages/analysis/Panel';
import { applyJudgement } from '../src/pages/analysis/useMarks';
import { lineText, moveNumber } from '../src/pages/analysis/texts';
import { useRules } from './support';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

before(useRules);

const evaluation = (cp: number, best = ['e2e4'], second?: number): Evaluation => ({
  score: { cp }, depth: 10, best, second: second === undefined ? undefined : { cp: second },
});

test('a move is judged by the chances it loses', () => {
  const judge = (before: number, after: number) => judgeMove(evaluation(before), evaluation(after), 'a2a3', 'white').mark;
  assert.deepEqual([judge(20, 10), judge(20, -30), judge(20, -80), judge(20, -300)], [null, 'inaccuracy', 'mistake', 'blunder']);
  assert.equal(judge(1200, 800), null); // still winning
  assert.equal(judgeMove(evaluation(-20), evaluation(300), 'a7a6', 'black').mark, 'blunder');
  assert.equal(judgeMove(evaluation(0), { score: { mate: -1 }, depth: 5, best: [] }, 'f2f3', 'white').mark, 'blunder');
});

test('the engine’s own move is never wrong, and good if nothing else was', () => {
  assert.equal(judgeMove(evaluation(100), evaluation(-100), 'e2e4', 'white').mark, null);
  assert.equal(judgeMove(evaluation(100, ['e2e4'], -200), evaluation(100), 'e2e4', 'white').mark, 'good');
  assert.equal(judgeMove(evaluation(100, ['e2e4'], -200), evaluation(100), 'e2e4', 'white', true).mark, null);
});

test('accuracy sums up the moves of a side', () => {
  const judgements = [judgeMove(evaluation(20), evaluation(-300), 'a2a3', 'white'), null, judgeMove(evaluation(20), evaluation(20), 'e2e4', 'white')];
  const white = summarise(judgements, 'white');
  assert.equal(white.marks.blunder, 1);
  assert.equal(white.averageLoss, 1.6);
  assert.ok(white.accuracy! > 50 && white.accuracy! < 80);
  assert.equal(summarise(judgements, 'black').accuracy, null);
});

test('a judgement marks the move and adds the better line', () => {
  const tree = addLine(makeTree('standard', START), [], [{ uci: 'f2f3', san: 'f3' }, { uci: 'e7e5', san: 'e5' }]);
  const best = evaluation(20, ['e2e4', 'e7e5']);
  const after = evaluation(-100, ['e7e5']);
  const marked = applyJudgement(tree, 0, judgeMove(best, after, 'f2f3', 'white'), best, after);
  assert.deepEqual(nodeAt(marked, ['f2f3'])!.nags, [2]);
  assert.deepEqual(nodeAt(marked, ['f2f3'])!.score, { cp: -100 });
  assert.equal(nodeAt(marked, ['e2e4', 'e7e5'])!.san, 'e5');
  assert.equal(marked.root.children[0]!.uci, 'f2f3');
});

test('lines are numbered', () => {
  const tree = makeTree('standard', START);
  assert.equal(lineText(tree, [], ['e2e4', 'e7e5', 'g1f3']), '1. e4 e5 2. Nf3');
  assert.equal(lineText(tree, ['e2e4'], ['e7e5', 'g1f3']), '1… e5 2. Nf3');
  assert.equal(moveNumber({ start: '8/8/8/8/8/8/8/8 b - - 0 18' }, 1), '19.');
});

test('a FEN is told from PGN', () => {
  assert.equal(looksLikeFen(START), true);
  assert.equal(looksLikeFen('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1'), true);
  assert.equal(looksLikeFen('1. e4 e5'), false);
  assert.equal(treeOfFen(null, 'crazyhouse').variant, 'crazyhouse');
  assert.throws(() => treeOfFen('8/8/8/8/8/8/8/8 w - - 0 1', 'standard'));
});

test('the times of moves follow from the clocks', () => {
  let tree = addLine(makeTree('standard', START, { TimeControl: '300+3' }), [], [{ uci: 'e2e4', san: 'e4' }, { uci: 'e7e5', san: 'e5' }, { uci: 'g1f3', san: 'Nf3' }]);
  const clocks = [300_000, 299_000, 293_000];
  const root = { ...tree.root };
  const set = (node: typeof root, ply: number): typeof root => ({ ...node, clock: clocks[ply - 1], children: node.children.map(child => set(child, ply + 1)) });
  tree = { ...tree, root: set(root, 0) };
  assert.deepEqual(timesOf(tree), [3000, 4000, 10_000]);
});
