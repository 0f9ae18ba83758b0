// SPDX-License-Identifier: MIT
/* Games as trees, from PGN and to PGN: the same C reader and writer as the server's. */
import address from 'wasm:pgn';
import { loadPgn as load, type Pgn, type PgnFile, type PgnWriter, type Visitor } from '../../../wasm/pgn';
import { withoutControls } from '../base/controls';
import { isMate, isWon, type Score } from './evaluation';
import { NULL_MOVE, NULL_SAN } from './moves';
import { parseShapes, shapesText } from './shapes';
import { addMove, makeTree, nodeAt, updateNode, type Path, type Tree, type TreeNode } from './tree';

export type { PgnFile };

let loading: Promise<Pgn> | null = null;

/** Loads the module when it is first needed. */
export function loadPgn(): Promise<Pgn> {
  loading ??= load(fetch(address)).catch((error: unknown) => {
    loading = null; // try again next time
    throw error;
  });
  return loading;
}

// ---- reading ----------------------------------------------------------------------------------------------

export interface ReadGame {
  tree: Tree;
  /** Why the rest of the game could not be read. */
  problem: string | null;
}

/** Comments are wrapped in a file, and hold annotations that we show elsewhere. */
const plainComment = (text: string): string => withoutControls(text.replace(/\[%\w+[^\]]*\]/g, ' ')).replace(/\s+/g, ' ').trim();

const join = (one: string, other: string): string => [one, other].filter(Boolean).join(' ');

/** 'king-of-the-hill' of the rules is 'kingOfTheHill' elsewhere. */
const apiName = (variant: string): string => variant.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Builds a tree from what the reader finds. */
class Builder implements Partial<Visitor> {
  result: Tree = makeTree('standard', '');
  problemText: string | null = null;
  private readonly tags: Record<string, string> = {};
  private path: Path = [];
  private readonly lines: Path[] = [];

  tag(name: string, value: string): void {
    this.tags[name] = withoutControls(value);
  }

  start(variant: string, fen: string): void {
    this.result = makeTree(apiName(variant), fen, this.tags);
  }

  move(uci: string, san: string): void {
    const [played, text] = uci ? [uci, san] : [NULL_MOVE, NULL_SAN];
    this.result = addMove(this.result, this.path, played, text);
    this.path = [...this.path, played];
  }

  beginVariation(): void {
    this.lines.push(this.path);
    this.path = this.path.slice(0, -1);
  }

  endVariation(): void {
    this.path = this.lines.pop() ?? this.path;
  }

  comment(text: string): void {
    const comment = plainComment(text);
    if (comment) this.change(node => ({ comment: join(node.comment, comment) }));
  }

  nag(nag: number): void {
    if (nag) this.change(node => ({ nags: node.nags.includes(nag) ? node.nags : [...node.nags, nag] }));
  }

  clock = (clock: number): void => this.change(() => ({ clock }));
  elapsed = (elapsed: number): void => this.change(() => ({ elapsed }));
  centipawns = (cp: number): void => this.change(() => ({ score: { cp } }));
  mate = (mate: number): void => this.change(() => ({ score: { mate } }));
  arrows = (text: string): void => this.change(node => ({ shapes: [...node.shapes, ...parseShapes(text)] }));
  squares = (text: string): void => this.change(node => ({ shapes: [...node.shapes, ...parseShapes(text)] }));

  problem(text: string, line: number): void {
    this.problemText = `${line}: ${text}`;
  }

  private change(values: (node: TreeNode) => Partial<TreeNode>): void {
    const node = nodeAt(this.result, this.path);
    if (node) this.result = updateNode(this.result, this.path, values(node));
  }
}

/** Reads one game of a file. */
export function readGame(file: PgnFile, game: number): ReadGame {
  const builder = new Builder();
  file.read(game, builder);
  return { tree: builder.result, problem: builder.problemText };
}

// ---- writing ----------------------------------------------------------------------------------------------

const clockText = (ms: number): string => {
  const seconds = Math.floor(ms / 1000);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
};

/** Of a game that is over there is no evaluation. */
const evalText = (score: Score | undefined): string => {
  if (!score || isWon(score)) return '';
  return `[%eval ${isMate(score) ? `#${score.mate}` : (score.cp / 100).toFixed(2)}]`;
};

/** The comment of a node with its annotations. */
export function annotatedComment(node: TreeNode): string {
  const { arrows, squares } = shapesText(node.shapes);
  const parts = [
    evalText(node.score),
    node.clock !== undefined && `[%clk ${clockText(node.clock)}]`,
    node.elapsed !== undefined && node.clock === undefined && `[%emt ${clockText(node.elapsed)}]`,
    arrows && `[%cal ${arrows}]`,
    squares && `[%csl ${squares}]`,
    node.comment,
  ];
  return parts.filter(Boolean).join(' ');
}

function writeNode(writer: PgnWriter, node: TreeNode): void {
  writer.move(node.uci);
  for (const nag of node.nags) writer.nag(nag);
  const comment = annotatedComment(node);
  if (comment) writer.comment(comment);
}

/** Writes the moves after a node: the main one, its alternatives, then what follows the main one. */
function writeChildren(writer: PgnWriter, start: TreeNode): void {
  let node = start;
  while (node.children[0]) {
    const [main, ...others] = node.children as [TreeNode, ...TreeNode[]];
    writeNode(writer, main);
    for (const other of others)
      writer.variation(() => {
        writeNode(writer, other);
        writeChildren(writer, other);
      });
    node = main;
  }
}

/** The names of variants in PGN, where they differ from the rules'. */
const pgnVariant: Record<string, string> = {
  chess960: 'Chess960', crazyhouse: 'Crazyhouse', antichess: 'Antichess', atomic: 'Atomic', horde: 'Horde', amazon: 'Amazon',
  kingOfTheHill: 'King of the Hill', threeCheck: 'Three-check', racingKings: 'Racing Kings',
};

export interface WriteOptions {
  /** FEN of the variant's start position; the tags name another one. */
  usualStart: string;
}

/** A tree as PGN. */
export function writeGame(pgn: Pgn, tree: Tree, { usualStart }: WriteOptions): string {
  const { SetUp: _setUp, FEN: _fen, Variant: _variant, ...tags } = tree.tags;
  const variant = tree.variant === 'fromPosition' ? 'standard' : tree.variant;
  return pgn.write(variant, tree.start, writer => {
    for (const [name, value] of Object.entries(tags)) writer.tag(name, value);
    const name = pgnVariant[variant];
    if (name) writer.tag('Variant', name);
    if (tree.start !== usualStart) {
      writer.tag('SetUp', '1');
      writer.tag('FEN', tree.start);
    }
    const comment = annotatedComment(tree.root);
    if (comment) writer.comment(comment);
    writeChildren(writer, tree.root);
    writer.end(tags['Result'] ?? '*');
  });
}
