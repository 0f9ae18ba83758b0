// SPDX-License-Identifier: MIT
/* The moves with variations and comments, as on a scoresheet of a book. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { moveNags, type Path, type Tree, type TreeNode } from '../../chess/tree';
import { t } from '../../i18n';
import { moveText } from '../../i18n/notation';
import { scrollIntoSheet } from '../../ui/MoveList';
import { isWhitePly, moveNumber } from './texts';

export interface MoveTreeProps {
  tree: Tree;
  path: Path;
  onSelect(path: Path): void;
}

/** The class and the word of a mark. */
const qualities: Readonly<Record<number, ['gd' | 'in' | 'mi' | 'bl', 'good' | 'inaccuracy' | 'mistake' | 'blunder' | 'brilliant' | 'interesting']>> = {
  1: ['gd', 'good'],
  2: ['mi', 'mistake'],
  3: ['gd', 'brilliant'],
  4: ['bl', 'blunder'],
  5: ['gd', 'interesting'],
  6: ['in', 'inaccuracy'],
};

/** Symbols of positions: = ∞ ⩲ ± +- and so on. */
const positionNags: Readonly<Record<number, string>> = {
  7: '□', 10: '=', 13: '∞', 14: '⩲', 15: '⩱', 16: '±', 17: '∓', 18: '+−', 19: '−+', 22: '⨀', 32: '⟳', 36: '↑', 40: '→', 44: '⯹', 132: '⇆', 138: '⊕', 140: '∆', 146: 'N',
};

function Marks({ nags }: { nags: readonly number[] }) {
  const quality = nags.find(nag => nag in moveNags);
  const others = nags.map(nag => positionNags[nag]).filter(Boolean);
  return (
    <>
      {quality !== undefined && (
        <>
          <span class="gl" aria-hidden="true">
            {moveNags[quality]}
          </span>
          <span class="sr"> {t(`mark.${qualities[quality]![1]}`)}</span>
        </>
      )}
      {others.length > 0 && <span class="gl">{others.join('')}</span>}
    </>
  );
}

interface Context extends MoveTreeProps {
  currentKey: string;
}

const keyOf = (path: Path): string => path.join(' ');

function Move({ context, node, path }: { context: Context; node: TreeNode; path: Path }) {
  const quality = node.nags.find(nag => nag in qualities);
  return (
    <button
      type="button"
      class={quality === undefined ? 'm' : `m ${qualities[quality]![0]}`}
      aria-current={keyOf(path) === context.currentKey || undefined}
      onClick={() => context.onSelect(path)}
    >
      {moveText(node.san)}
      <Marks nags={node.nags} />
    </button>
  );
}

/** One move with its number, where it needs one, and its comment. */
function moveItems(context: Context, node: TreeNode, path: Path, needsNumber: boolean): ComponentChildren[] {
  const ply = path.length - 1;
  const items: ComponentChildren[] = [];
  const key = keyOf(path);
  if (needsNumber || isWhitePly(context.tree, ply)) items.push(<span key={`${key} n`} class="n">{moveNumber(context.tree, ply)}</span>);
  items.push(<Move key={key} context={context} node={node} path={path} />, ' ');
  if (node.comment) items.push(<span key={`${key} c`} class="c">{node.comment} </span>);
  return items;
}

/** The moves after a node; an alternative comes after the move that it replaces. */
function lineItems(context: Context, start: TreeNode, startPath: Path, numberFirst: boolean): ComponentChildren[] {
  const items: ComponentChildren[] = [];
  let node = start;
  let path = startPath;
  let needsNumber = numberFirst;
  while (node.children[0]) {
    const [main, ...others] = node.children as [TreeNode, ...TreeNode[]];
    const before = path;
    path = [...path, main.uci];
    items.push(...moveItems(context, main, path, needsNumber));
    for (const other of others) items.push(variation(context, other, [...before, other.uci]));
    needsNumber = others.length > 0 || main.comment !== '';
    node = main;
  }
  return items;
}

const variation = (context: Context, node: TreeNode, path: Path): ComponentChildren => (
  <span key={`${keyOf(path)} v`} class="var">
    {moveItems(context, node, path, true)}
    {lineItems(context, node, path, node.comment !== '')}
  </span>
);

export function MoveTree(props: MoveTreeProps) {
  const { tree, path } = props;
  const sheet = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const current = sheet.current?.querySelector<HTMLElement>('[aria-current]');
    if (sheet.current && current) scrollIntoSheet(sheet.current, current);
    else sheet.current?.scrollTo({ top: 0 });
  }, [path, tree]);
  const context: Context = { ...props, currentKey: keyOf(path) };
  const empty = !tree.root.children.length;
  return (
    <div class="sheet tree" id="panel-moves" ref={sheet} tabIndex={0} role="group" aria-label={t('analysis.moves')} data-keys="page">
      {tree.root.comment && <span class="c">{tree.root.comment} </span>}
      {empty ? <p class="empty muted">{t('analysis.noMoves')}</p> : lineItems(context, tree.root, [], true)}
    </div>
  );
}
