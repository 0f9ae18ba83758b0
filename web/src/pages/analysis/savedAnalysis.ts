// SPDX-License-Identifier: MIT
/* The moves of the analysis, kept in the browser so that a reload loses nothing. There is one place for the
 * analysis board and one for reviews: the last one that was worked on. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { isSide, type Side } from '../../base/side';
import { keep, recall } from '../../base/storage';
import { makeLine } from '../../chess/line';
import type { Path, Tree, TreeNode } from '../../chess/tree';
import { isVariant } from '../../base/variants';
import type { Analysis } from './useAnalysis';

export type Slot = 'analysis' | 'review';

export interface SavedAnalysis {
  /** Where it was made: another address begins with its own position. */
  address: string;
  tree: Tree;
  path: Path;
  side: Side;
}

/** Characters of JSON. The storage of a browser has room for some millions, for all of this server's pages. */
const SIZE_MAX = 500_000;
const DELAY = 500;

const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): boolean => value === undefined || typeof value === 'number';
const isList = <T>(value: unknown, isItem: (item: unknown) => boolean): value is T[] => Array.isArray(value) && value.every(isItem);

function isShape(value: unknown): boolean {
  const { from, to, brush } = (value ?? {}) as Record<string, unknown>;
  return isText(from) && (to === undefined || isText(to)) && isText(brush);
}

function isScore(value: unknown): boolean {
  const { cp, mate, won } = (value ?? {}) as Record<string, unknown>;
  return [cp, mate].some(number => typeof number === 'number') || (isText(won) && isSide(won));
}

function isNode(value: unknown): value is TreeNode {
  const { uci, san, comment, nags, shapes, clock, elapsed, score, children } = (value ?? {}) as Record<string, unknown>;
  const texts = [uci, san, comment].every(isText);
  const numbers = [clock, elapsed].every(isNumber) && isList(nags, item => typeof item === 'number');
  const scored = score === undefined || isScore(score);
  return texts && numbers && scored && isList(shapes, isShape) && isList(children, isNode);
}

/** The paths to the ends of all lines. */
function endsOf(node: TreeNode, path: Path): Path[] {
  return node.children.length ? node.children.flatMap(child => endsOf(child, [...path, child.uci])) : [path];
}

/** Whether all moves of a tree can be played. */
function isPlayable({ variant, start, root }: Tree): boolean {
  try {
    let line = makeLine(variant, start, []);
    for (const path of endsOf(root, [])) line = makeLine(variant, start, path, line);
    return true;
  } catch {
    return false;
  }
}

/** Whether a value of the storage is an analysis: another version of the page may have written it. */
export function isSavedAnalysis(value: unknown): value is SavedAnalysis {
  const { address, tree, path, side } = (value ?? {}) as Partial<SavedAnalysis>;
  if (!isText(address) || !isList(path, isText) || !isText(side) || !isSide(side)) return false;
  if (!isText(tree?.start) || !isText(tree.variant) || !(isVariant(tree.variant) || tree.variant === 'fromPosition')) return false;
  return typeof tree.tags === 'object' && tree.tags !== null && Object.values(tree.tags).every(isText) && isNode(tree.root) && isPlayable(tree);
}

/** What was kept for an address; null if there is nothing. */
export function recallAnalysis(slot: Slot, address: string): SavedAnalysis | null {
  const value = recall<unknown>(slot);
  return isSavedAnalysis(value) && value.address === address ? value : null;
}

const forgetAnalysis = (slot: Slot): void => void keep(slot, null);

const isEmpty = ({ root }: Tree): boolean => !root.children.length && !root.comment && !root.shapes.length;

/** Keeps an analysis, unless it is empty or too large; then what was there before is no longer true either. */
function keepAnalysis(slot: Slot, kept: SavedAnalysis): void {
  const fits = !isEmpty(kept.tree) && JSON.stringify(kept).length <= SIZE_MAX;
  if (!fits || !keep(slot, kept)) forgetAnalysis(slot);
}

/** Saves the analysis when it has not changed for a moment, and when the page is left. */
export function useSavedAnalysis(slot: Slot, address: string, { tree, path, orientation, undo }: Analysis): void {
  const [known] = useState(() => recallAnalysis(slot, address) !== null);
  const changed = useRef(known);
  changed.current ||= undo !== null; // an analysis without changes is not saved
  const store = useRef(() => {});
  store.current = () => {
    if (changed.current) keepAnalysis(slot, { address, tree, path, side: orientation });
  };
  useEffect(() => {
    const timer = setTimeout(() => store.current(), DELAY);
    return () => clearTimeout(timer);
  }, [tree, path, orientation]);
  useEffect(() => {
    const leave = () => store.current();
    addEventListener('pagehide', leave);
    return () => {
      leave();
      removeEventListener('pagehide', leave);
    };
  }, []);
}
