// SPDX-License-Identifier: MIT
/* What the analysis board shows: a tree with its history, and the place in it. */
import { useMemo, useRef, useState } from 'preact/hooks';
import { edit, redo, startHistory, undo, type History } from '../../base/history';
import { opposite, type Side } from '../../base/side';
import { makeLine, type Line } from '../../chess/line';
import { findMove, type FoundMove } from '../../chess/moves';
import type { Position } from '../../chess/rules';
import { addMove, endOf, existingPath, nodeAt, type Path, type Tree, type TreeNode } from '../../chess/tree';

interface State {
  history: History<Tree>;
  path: Path;
  /** The line that the reader follows: forward goes along it. */
  line: Path;
}

export interface Analysis {
  tree: Tree;
  path: Path;
  line: Path;
  node: TreeNode;
  /** The moves from the start to here. */
  game: Line;
  position: Position;
  select(path: Path): void;
  /** Plays a move in UCI notation: a new one starts a variation. */
  play(uci: string): void;
  /** A piece was moved on the board. */
  move(from: string, to: string): void;
  choice: FoundMove | null;
  choose(letter: string | null): void;
  /** A change by the user. */
  change(next: (tree: Tree) => Tree): void;
  /** A change by the page, such as the engine's marks: undo leaves it alone. */
  amend(next: (tree: Tree) => Tree): void;
  load(tree: Tree, path?: Path): void;
  undo: (() => void) | null;
  redo: (() => void) | null;
  orientation: Side;
  flip(): void;
  setOrientation(side: Side): void;
  /** Grows when the board must be drawn again. */
  revision: number;
}

const startsWith = (line: Path, path: Path): boolean => path.every((uci, i) => line[i] === uci);

const isSame = (one: Path, other: Path): boolean => one.length === other.length && startsWith(one, other);

/** Goes to a path of the present tree, or as far as it leads. */
function goTo(state: State, wanted: Path): State {
  const tree = state.history.present;
  const path = existingPath(tree, wanted);
  const line = startsWith(state.line, path) && nodeAt(tree, state.line) ? endOf(tree, state.line) : endOf(tree, path);
  return { ...state, path, line };
}

const withHistory = (state: State, history: History<Tree>): State => goTo({ ...state, history }, state.path);

const mapHistory = ({ past, present, future }: History<Tree>, change: (tree: Tree) => Tree): History<Tree> => ({
  past: past.map(change),
  present: change(present),
  future: future.map(change),
});

function playMove(state: State, position: Position, uci: string): State {
  const tree = addMove(state.history.present, state.path, uci, position.san(position.parseUci(uci)));
  return goTo({ ...state, history: edit(state.history, tree) }, [...state.path, uci]);
}

/** The positions along a path; those that are known already are not computed again. */
function useGameLine(tree: Tree, path: Path): Line {
  const last = useRef<Line | null>(null);
  return useMemo(() => {
    last.current = makeLine(tree.variant, tree.start, path, last.current);
    return last.current;
  }, [tree.variant, tree.start, path]);
}

export function useAnalysis(first: Tree, firstPath: Path, firstSide: Side): Analysis {
  const [state, setState] = useState<State>(() => goTo({ history: startHistory(first), path: [], line: [] }, firstPath));
  const [orientation, setOrientation] = useState<Side>(firstSide);
  const [choice, setChoice] = useState<FoundMove | null>(null);
  const [revision, setRevision] = useState(0);
  const tree = state.history.present;
  const game = useGameLine(tree, state.path);
  const position = game.positions[game.positions.length - 1]!;
  const redraw = () => setRevision(count => count + 1);
  const play = (uci: string) => setState(current => (isSame(current.path, state.path) ? playMove(current, position, uci) : current));

  const move = (from: string, to: string) => {
    const found = findMove(position, from, to);
    if (!found) return redraw();
    if (found.promotions.length) setChoice(found);
    else play(found.uci);
  };
  const choose = (letter: string | null) => {
    if (choice && letter) play(choice.uci + letter);
    setChoice(null);
    redraw();
  };
  const { past, future } = state.history;
  return {
    tree,
    path: state.path,
    line: state.line,
    node: nodeAt(tree, state.path)!,
    game,
    position,
    select: path => setState(current => goTo(current, path)),
    play,
    move,
    choice,
    choose,
    change: next => setState(current => withHistory(current, edit(current.history, next(current.history.present)))),
    amend: next => setState(current => withHistory(current, mapHistory(current.history, next))),
    load: (next, path = []) => setState(current => goTo({ history: edit(current.history, next), path: [], line: [] }, path)),
    undo: past.length ? () => setState(current => withHistory(current, undo(current.history))) : null,
    redo: future.length ? () => setState(current => withHistory(current, redo(current.history))) : null,
    orientation,
    flip: () => setOrientation(opposite(orientation)),
    setOrientation,
    revision,
  };
}
