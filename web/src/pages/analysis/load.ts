// SPDX-License-Identifier: MIT
/* The games that the page opens: of this server, of a file, of a text. */
import type { Side } from '../../base/side';
import { loadPgn, readGame, writeGame, type PgnFile } from '../../chess/pgn';
import { rules } from '../../chess/rules';
import { makeTree, type Tree } from '../../chess/tree';
import { isVariant } from '../../base/variants';
import { getJson } from '../../wire/http';
import type { Shape } from '../../wire/shape';

/** A player as exports have it. */
export interface ExportedPlayer {
  user?: { name: string; id: string };
  /** Of a guest, or in an imported game. */
  name?: string;
  aiLevel?: number;
  rating?: number;
  ratingDiff?: number;
  provisional?: boolean;
  /** If the server has reviewed the game. */
  analysis?: object;
}

/** A game as /game/export sends it. */
export interface ExportedGame {
  id: string;
  variant: string;
  speed: string;
  rated: boolean;
  status: string;
  winner?: Side;
  createdAt: number;
  players: Record<Side, ExportedPlayer>;
  clock?: { initial: number; increment: number };
  daysPerTurn?: number;
  pgn: string;
}

const exportShape: Shape = { id: 'string', variant: 'string', status: 'string', createdAt: 'number', players: { white: 'map', black: 'map' }, pgn: 'string' };

export interface LoadedGame {
  game: ExportedGame;
  tree: Tree;
}

/** Whether the game is still being played: then no engine may evaluate it. */
export const isRunning = ({ status }: Pick<ExportedGame, 'status'>): boolean => status === 'created' || status === 'started';

/** The moves of a game as they were played. */
export const treeOfGame = async ({ pgn }: ExportedGame): Promise<Tree> => readGame((await loadPgn()).open(pgn), 0).tree;

export async function loadGame(id: string): Promise<LoadedGame> {
  void loadPgn().catch(() => {}); // load both at once; treeOfGame reports a failure
  const game = await getJson<ExportedGame>(`/game/export/${encodeURIComponent(id)}?pgnInJson=true&clocks=true&exact=true&evals=false&accuracy=true`, exportShape);
  return { game, tree: await treeOfGame(game) };
}

/** FEN of the start position of a variant. */
export const usualStart = (variant: string): string => rules().start(variant === 'fromPosition' ? 'standard' : variant).fen();

/** A tree without moves. Throws a RookeryError if the FEN is not a position of the variant. */
export function treeOfFen(fen: string | null, variant: string): Tree {
  const known = isVariant(variant) ? variant : 'standard';
  return makeTree(known, fen ? rules().position(fen, known, { forgiveCastling: true }).fen() : usualStart(known));
}

export async function openText(text: string): Promise<PgnFile> {
  return (await loadPgn()).open(text);
}

export async function treeToPgn(tree: Tree): Promise<string> {
  return writeGame(await loadPgn(), tree, { usualStart: usualStart(tree.variant) });
}
