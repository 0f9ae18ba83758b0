// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rules } from '../src/chess/rules';
import { addLine, makeTree, updateNode } from '../src/chess/tree';
import { isSavedAnalysis, type SavedAnalysis } from '../src/pages/analysis/savedAnalysis';
import { useRules } from './support';

await useRules();

function sample(): SavedAnalysis {
  const line = (text: string) => text.split(' ').map(uci => ({ uci, san: uci }));
  let tree = addLine(makeTree('standard', rules().start('standard').fen(), { White: 'Anna' }), [], line('e2e4 e7e5 0000 b8c6'));
  tree = addLine(tree, ['e2e4'], line('c7c5 g1f3'));
  tree = updateNode(tree, ['e2e4'], { comment: 'best', nags: [1], score: { cp: 30 }, clock: 5000, shapes: [{ from: 'e2', to: 'e4', brush: 'green' }] });
  return { address: '/analysis', tree, path: ['e2e4', 'c7c5'], side: 'black' };
}

test('an analysis survives the storage', () => {
  assert.ok(isSavedAnalysis(JSON.parse(JSON.stringify(sample()))));
});

test('what is no analysis is not opened', () => {
  const kept = sample();
  for (const value of [null, 5, 'x', [], {}, { ...kept, side: 'red' }, { ...kept, path: [5] }, { ...kept, tree: null }])
    assert.equal(isSavedAnalysis(value), false, JSON.stringify(value)?.slice(0, 60));
  const { tree } = kept;
  for (const wrong of [{ variant: 'go' }, { start: 'nonsense' }, { tags: null }, { tags: { White: 5 } }, { root: { ...tree.root, children: 'none' } }])
    assert.equal(isSavedAnalysis({ ...kept, tree: { ...tree, ...wrong } }), false, JSON.stringify(wrong).slice(0, 60));
  const illegal = addLine(tree, ['e2e4', 'c7c5'], [{ uci: 'e4e6', san: 'e6' }]);
  assert.equal(isSavedAnalysis({ ...kept, tree: illegal }), false);
});
