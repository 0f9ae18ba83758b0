// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amend, edit, redo, startHistory, undo } from '../src/base/history';
import {
  addLine, addMove, branchOf, changeNode, endOf, existingPath, isMainLine, mainLine, makeTree, nextPath, nodeAt, promote,
  promoteToMain, removeNode, toggleNag, updateNode, variationAfter, type Tree,
} from '../src/chess/tree';

const start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const line = (text: string) => text.split(' ').map(uci => ({ uci, san: uci }));

/** 1. e4 e5 (1... c5 2. Nf3 (2. c3) d6) 2. Nf3 */
function sample(): Tree {
  let tree = addLine(makeTree('standard', start), [], line('e2e4 e7e5 g1f3'));
  tree = addLine(tree, ['e2e4'], line('c7c5 g1f3 d7d6'));
  return addLine(tree, ['e2e4', 'c7c5'], line('c2c3'));
}

const show = (tree: Tree): string => {
  const write = (node: Tree['root']): string =>
    node.children.map(child => (child.children.length ? `${child.uci}[${write(child)}]` : child.uci)).join(' ');
  return write(tree.root);
};

test('moves are added as main line and variations, and never twice', () => {
  const tree = sample();
  assert.equal(show(tree), 'e2e4[e7e5[g1f3] c7c5[g1f3[d7d6] c2c3]]');
  assert.equal(addMove(tree, ['e2e4'], 'c7c5', 'c5'), tree);
  assert.equal(addMove(tree, ['d2d4'], 'c7c5', 'c5'), tree);
});

test('a change shares what it does not touch', () => {
  const tree = sample();
  const changed = updateNode(tree, ['e2e4', 'c7c5'], { comment: 'Sicilian' });
  assert.equal(nodeAt(changed, ['e2e4', 'c7c5'])?.comment, 'Sicilian');
  assert.equal(nodeAt(tree, ['e2e4', 'c7c5'])?.comment, '');
  assert.equal(nodeAt(changed, ['e2e4', 'e7e5']), nodeAt(tree, ['e2e4', 'e7e5']));
  assert.equal(changeNode(tree, ['a2a3'], node => ({ ...node, comment: 'x' })), tree);
});

test('paths are followed', () => {
  const tree = sample();
  assert.deepEqual(mainLine(tree), ['e2e4', 'e7e5', 'g1f3']);
  assert.deepEqual(endOf(tree, ['e2e4', 'c7c5']), ['e2e4', 'c7c5', 'g1f3', 'd7d6']);
  assert.deepEqual(existingPath(tree, ['e2e4', 'd7d5', 'e4d5']), ['e2e4']);
  assert.deepEqual(nextPath(tree, ['e2e4']), ['e2e4', 'e7e5']);
  assert.deepEqual(nextPath(tree, ['e2e4'], ['e2e4', 'c7c5', 'c2c3']), ['e2e4', 'c7c5']);
  assert.deepEqual(nextPath(tree, ['e2e4', 'e7e5', 'g1f3']), ['e2e4', 'e7e5', 'g1f3']);
  assert.equal(isMainLine(tree, ['e2e4', 'e7e5']), true);
  assert.equal(isMainLine(tree, ['e2e4', 'c7c5']), false);
  assert.deepEqual(branchOf(tree, ['e2e4', 'c7c5', 'g1f3']), ['e2e4']);
  assert.deepEqual(variationAfter(tree, ['e2e4']), ['e2e4', 'c7c5']);
  assert.deepEqual(variationAfter(tree, ['e2e4', 'e7e5']), ['e2e4', 'c7c5']);
  assert.equal(variationAfter(tree, ['e2e4', 'e7e5', 'g1f3']), null);
  assert.equal(variationAfter(tree, []), null);
});

test('variations are promoted and removed', () => {
  const tree = sample();
  const inner = ['e2e4', 'c7c5', 'c2c3'];
  assert.equal(show(promote(tree, inner)), 'e2e4[e7e5[g1f3] c7c5[c2c3 g1f3[d7d6]]]');
  assert.equal(show(promoteToMain(tree, inner)), 'e2e4[c7c5[c2c3 g1f3[d7d6]] e7e5[g1f3]]');
  assert.equal(promote(tree, ['e2e4', 'e7e5']), tree);
  assert.equal(show(removeNode(tree, ['e2e4', 'c7c5'])), 'e2e4[e7e5[g1f3]]');
  assert.equal(removeNode(tree, []), tree);
});

test('a move has one mark for its quality', () => {
  const node = nodeAt(sample(), ['e2e4'])!;
  const marked = toggleNag(toggleNag(node, 1), 14);
  assert.deepEqual(marked.nags, [1, 14]);
  assert.deepEqual(toggleNag(marked, 4).nags, [14, 4]);
  assert.deepEqual(toggleNag(marked, 1).nags, [14]);
});

test('edits are undone and done again', () => {
  let history = edit(edit(startHistory('a'), 'b'), 'c');
  history = undo(history);
  assert.equal(history.present, 'b');
  assert.equal(redo(history).present, 'c');
  assert.equal(redo(edit(history, 'd')).present, 'd');
  assert.equal(undo(amend(history, 'B')).present, 'a');
  assert.equal(undo(undo(undo(history))).present, 'a');
  assert.equal(edit(history, 'b'), history);
});
