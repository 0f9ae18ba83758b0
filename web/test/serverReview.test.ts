// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { lastPosition, makeLine } from '../src/chess/line';
import { addLine, makeTree, nodeAt } from '../src/chess/tree';
import { readReport, readScores, type Report } from '../src/pages/analysis/report';
import { applyJudgement, withdrawJudgement } from '../src/pages/analysis/useMarks';
import { useRules } from './support';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const moves = ['f2f3', 'e7e5', 'g2g4', 'd8h4'];
const sans = ['f3', 'e5', 'g4', 'Qh4#'];

before(useRules);

const tree = () => addLine(makeTree('standard', START), [], moves.map((uci, i) => ({ uci, san: sans[i]! })));

const report: Report = {
  start: { cp: 20 },
  limits: { nodes: 50_000 },
  white: { accuracy: 61.4, acpl: 510, counts: { inaccuracy: 1, blunder: 1 } },
  black: { accuracy: 100, acpl: 0, counts: { brilliant: 0, best: 2 } },
  turningPoints: [3],
  moves: [
    { uci: 'f2f3', best: 'e4', cp: -60, judgement: 'inaccuracy', loss: 8, line: ['e4', 'e5', 'Nf3'] },
    { uci: 'e7e5', best: 'e5', cp: -60, judgement: 'best', loss: 0 },
    { uci: 'g2g4', best: 'Nc3', mate: -1, judgement: 'blunder', loss: 44, line: ['Nc3'] },
    { uci: 'd8h4', best: 'Qh4#', mate: 0, judgement: 'best', loss: 0 },
  ],
};

test('a report has the scores, the lines and the judgements of the main line', () => {
  const read = readReport(report, tree())!;
  assert.deepEqual(read.evaluations.map(({ score }) => score), [{ cp: 20 }, { cp: -60 }, { cp: -60 }, { mate: -1 }, { won: 'black' }]);
  assert.deepEqual(read.evaluations.map(({ best }) => best), [['e2e4', 'e7e5', 'g1f3'], ['e7e5'], ['b1c3'], ['d8h4'], []]);
  assert.deepEqual(read.judgements.map(judgement => judgement!.mark), ['inaccuracy', null, 'blunder', null]);
  assert.deepEqual(read.totals.white, { accuracy: 61, marks: { brilliant: 0, good: 0, inaccuracy: 1, mistake: 0, blunder: 1 }, averageLoss: 5.1 });
  assert.deepEqual([read.turningPoints, read.nodes], [[3], 50_000]);
});

test('a report is not shown for a main line that was changed', () => {
  assert.equal(readReport(report, addLine(makeTree('standard', START), [], [{ uci: 'e2e4', san: 'e4' }])), null);
  const longer = addLine(tree(), ['f2f3', 'e7e5', 'g2g4'], [{ uci: 'd7d5', san: 'd5' }]);
  assert.ok(readReport(report, longer), 'a variation is no change');
});

test('scores of a review that runs come in any order; the end is what the rules say', () => {
  const end = lastPosition(makeLine('standard', START, moves));
  assert.deepEqual(readScores('4:#0 3:#-1 2:-60', end), [[4, { won: 'black' }], [3, { mate: -1 }], [2, { cp: -60 }]]);
  assert.deepEqual(readScores('nonsense', end), []);
});

test('the marks of the page give way to those of the server, but what somebody has added stays', () => {
  const { evaluations, judgements } = readReport(report, tree())!;
  const judged = { ply: 0, judgement: judgements[0]!, before: evaluations[0]!, after: evaluations[1]! };
  const marked = applyJudgement(tree(), judged.ply, judged.judgement, judged.before, judged.after);
  assert.deepEqual(nodeAt(marked, ['f2f3'])!.nags, [6]);
  assert.ok(nodeAt(marked, ['e2e4', 'e7e5', 'g1f3']));
  const withdrawn = withdrawJudgement(marked, judged.ply, judged.judgement, judged.before);
  assert.deepEqual(nodeAt(withdrawn, ['f2f3'])!.nags, []);
  assert.equal(nodeAt(withdrawn, ['e2e4']), null);
  const longer = addLine(marked, ['e2e4', 'e7e5', 'g1f3'], [{ uci: 'b8c6', san: 'Nc6' }]);
  assert.ok(nodeAt(withdrawJudgement(longer, judged.ply, judged.judgement, judged.before), ['e2e4', 'e7e5', 'g1f3', 'b8c6']));
});
