// SPDX-License-Identifier: MIT
/* Moves with variations as a short text for an address: e2e4.e7e5(c7c5.g1f3).g1f3. A variation comes after the
 * move that it replaces. */
import { makeLine } from './line';
import { addMove, type Path, type Tree, type TreeNode } from './tree';

/** The moves after a node. */
function lineText(start: TreeNode): string {
  const parts: string[] = [];
  for (let node = start; node.children[0]; node = node.children[0]) {
    const [main, ...others] = node.children as [TreeNode, ...TreeNode[]];
    parts.push(main.uci + others.map(other => `(${branchText(other)})`).join(''));
  }
  return parts.join('.');
}

const branchText = (node: TreeNode): string => [node.uci, lineText(node)].filter(Boolean).join('.');

export const variationsText = ({ root }: Tree): string => lineText(root);

/** Adds moves to a tree that has none; null if it is not the text of a tree. Throws a RookeryError if a move is illegal. */
export function readVariations(empty: Tree, text: string): Tree | null {
  const tokens = text.match(/[a-zA-Z0-9@]+|[().]/g) ?? [];
  if (tokens.join('') !== text) return null;
  let tree = empty;
  let path: Path = [];
  let line = makeLine(tree.variant, tree.start, path);
  const open: Path[] = []; // where the enclosing lines continue
  for (const token of tokens) {
    if (token === '(') {
      if (!path.length) return null;
      open.push(path);
      path = path.slice(0, -1);
    } else if (token === ')') {
      const before = open.pop();
      if (!before) return null;
      path = before;
    } else if (token !== '.') {
      const next = [...path, token];
      line = makeLine(tree.variant, tree.start, next, line);
      tree = addMove(tree, path, token, line.sans[path.length]!);
      path = next;
    }
  }
  return open.length ? null : tree;
}
