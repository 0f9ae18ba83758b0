// SPDX-License-Identifier: MIT
/* A game with variations as plain data. Functions return a new tree and share what has not changed, so
 * that undo is keeping the old one.
 *
 * A path is the moves from the start, in UCI notation: it stays valid when variations change places. */
import type { Score } from './evaluation';

/** An arrow (with `to`) or a circle that the user has drawn; `brush` is a colour name of the board. */
export interface Shape {
  from: string;
  to?: string;
  brush: string;
}

export interface TreeNode {
  /** Empty at the root. */
  uci: string;
  san: string;
  comment: string;
  nags: readonly number[];
  shapes: readonly Shape[];
  /** Milliseconds left on the clock after the move, and what the move took. */
  clock?: number;
  elapsed?: number;
  score?: Score;
  /** The first is the main line. */
  children: readonly TreeNode[];
}

export interface Tree {
  variant: string;
  /** FEN of the start position. */
  start: string;
  tags: Readonly<Record<string, string>>;
  root: TreeNode;
}

export type Path = readonly string[];

export const makeNode = (uci: string, san: string): TreeNode => ({ uci, san, comment: '', nags: [], shapes: [], children: [] });

export const makeTree = (variant: string, start: string, tags: Tree['tags'] = {}): Tree => ({
  variant,
  start,
  tags,
  root: makeNode('', ''),
});

const childOf = (node: TreeNode, uci: string): TreeNode | undefined => node.children.find(child => child.uci === uci);

/** The nodes along a path, the root first; shorter if the path leaves the tree. */
export function nodesOf(tree: Tree, path: Path): TreeNode[] {
  const nodes = [tree.root];
  for (const uci of path) {
    const next = childOf(nodes[nodes.length - 1]!, uci);
    if (!next) break;
    nodes.push(next);
  }
  return nodes;
}

export function nodeAt(tree: Tree, path: Path): TreeNode | null {
  const nodes = nodesOf(tree, path);
  return nodes.length === path.length + 1 ? nodes[path.length]! : null;
}

/** The longest part of a path that is in the tree. */
export const existingPath = (tree: Tree, path: Path): Path => path.slice(0, nodesOf(tree, path).length - 1);

// ---- walking ----------------------------------------------------------------------------------------------

/** The path, continued along first moves to the end. */
export function endOf(tree: Tree, path: Path): Path {
  const moves = [...existingPath(tree, path)];
  let node = nodeAt(tree, moves)!;
  while (node.children[0]) {
    node = node.children[0];
    moves.push(node.uci);
  }
  return moves;
}

export const mainLine = (tree: Tree): Path => endOf(tree, []);

export const parentOf = (path: Path): Path => path.slice(0, -1);

/** The next move: that of `line` if it continues from here, otherwise the first. */
export function nextPath(tree: Tree, path: Path, line: Path = []): Path {
  const node = nodeAt(tree, path);
  const onLine = path.every((uci, i) => uci === line[i]) ? line[path.length] : undefined;
  const uci = (onLine !== undefined && node && childOf(node, onLine) ? onLine : undefined) ?? node?.children[0]?.uci;
  return uci === undefined ? path : [...path, uci];
}

/** Whether every move of the path is the first choice. */
export function isMainLine(tree: Tree, path: Path): boolean {
  return nodesOf(tree, path).every((node, i) => i === path.length || node.children[0]?.uci === path[i]);
}

/** Where the variation that holds the path leaves its line: the position before its first move. */
export function branchOf(tree: Tree, path: Path): Path {
  const nodes = nodesOf(tree, path);
  for (let i = path.length - 1; i >= 0; i--) if (nodes[i]!.children[0]?.uci !== path[i]) return path.slice(0, i);
  return [];
}

/** The first alternative to the next move, or to the last one: where Shift and the right arrow lead. */
export function variationAfter(tree: Tree, path: Path): Path | null {
  const here = nodeAt(tree, path)?.children ?? [];
  if (here[1]) return [...path, here[1].uci];
  const siblings = nodeAt(tree, parentOf(path))?.children ?? [];
  const index = siblings.findIndex(node => node.uci === path[path.length - 1]);
  const next = path.length ? siblings[index + 1] : undefined;
  return next ? [...parentOf(path), next.uci] : null;
}

// ---- changing ---------------------------------------------------------------------------------------------

/** Replaces the node at a path by what `change` makes of it. The path must exist. */
export function changeNode(tree: Tree, path: Path, change: (node: TreeNode) => TreeNode): Tree {
  const replace = (node: TreeNode, depth: number): TreeNode => {
    if (depth === path.length) return change(node);
    const children = node.children.map(child => (child.uci === path[depth] ? replace(child, depth + 1) : child));
    return { ...node, children };
  };
  return nodeAt(tree, path) ? { ...tree, root: replace(tree.root, 0) } : tree;
}

export const updateNode = (tree: Tree, path: Path, values: Partial<TreeNode>): Tree =>
  changeNode(tree, path, node => ({ ...node, ...values }));

/** Adds a move after a path: the main line if it is the first, else a variation. Nothing changes if it is there. */
export function addMove(tree: Tree, path: Path, uci: string, san: string): Tree {
  const node = nodeAt(tree, path);
  if (!node || childOf(node, uci)) return tree;
  return changeNode(tree, path, parent => ({ ...parent, children: [...parent.children, makeNode(uci, san)] }));
}

/** Adds a line of moves after a path. */
export function addLine(tree: Tree, path: Path, moves: readonly { uci: string; san: string }[]): Tree {
  let at = path;
  for (const { uci, san } of moves) {
    tree = addMove(tree, at, uci, san);
    at = [...at, uci];
  }
  return tree;
}

/** Removes the move at the end of the path and all after it. */
export function removeNode(tree: Tree, path: Path): Tree {
  const uci = path[path.length - 1];
  if (uci === undefined) return tree;
  return changeNode(tree, parentOf(path), parent => ({
    ...parent,
    children: parent.children.filter(child => child.uci !== uci),
  }));
}

const moveFirst = (nodes: readonly TreeNode[], uci: string): readonly TreeNode[] => [
  ...nodes.filter(node => node.uci === uci),
  ...nodes.filter(node => node.uci !== uci),
];

/** Makes the innermost variation that holds the path the main choice at its branch. */
export function promote(tree: Tree, path: Path): Tree {
  const branch = branchOf(tree, path);
  const uci = path[branch.length];
  if (uci === undefined || isMainLine(tree, path)) return tree;
  return changeNode(tree, branch, node => ({ ...node, children: moveFirst(node.children, uci) }));
}

/** Makes the path the main line. */
export function promoteToMain(tree: Tree, path: Path): Tree {
  for (let i = 0; i < path.length; i++)
    tree = changeNode(tree, path.slice(0, i), node => ({ ...node, children: moveFirst(node.children, path[i]!) }));
  return tree;
}

/** Symbols for the quality of a move, of which it has one: ! ? !! ?? !? ?! */
export const moveNags: Readonly<Record<number, string>> = { 1: '!', 2: '?', 3: '!!', 4: '??', 5: '!?', 6: '?!' };

/** Sets or removes a NAG; one for the quality of the move replaces another. */
export function toggleNag(node: TreeNode, nag: number): TreeNode {
  if (node.nags.includes(nag)) return { ...node, nags: node.nags.filter(other => other !== nag) };
  const kept = nag in moveNags ? node.nags.filter(other => !(other in moveNags)) : node.nags;
  return { ...node, nags: [...kept, nag] };
}
