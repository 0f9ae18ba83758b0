// SPDX-License-Identifier: MIT
/* What the server's endgame tables say about a position: GET /api/tablebase/standard. Pure but for the request. */
import type { Position } from '../../chess/rules';
import { getJson } from '../../wire/http';

/** For the side to move; `cursed` and `blessed` ones are draws by the fifty-move rule, `maybe` is a matter of one ply. */
export type Category = 'win' | 'maybe-win' | 'cursed-win' | 'draw' | 'blessed-loss' | 'maybe-loss' | 'loss' | 'unknown';

export interface EndgameMove {
  uci: string;
  san: string;
  /** For the opponent, who moves next. */
  category: Category;
  /** Plies to the next capture or pawn move; null after checkmate. */
  dtz: number | null;
  checkmate: boolean;
}

export interface Endgame {
  category: Category;
  dtz: number | null;
  /** The best first. */
  moves: EndgameMove[];
}

const turned: Record<Category, Category> = {
  win: 'loss',
  'maybe-win': 'maybe-loss',
  'cursed-win': 'blessed-loss',
  draw: 'draw',
  'blessed-loss': 'cursed-win',
  'maybe-loss': 'maybe-win',
  loss: 'win',
  unknown: 'unknown',
};

/** The category of a move for the side that makes it. */
export const categoryOf = ({ category }: EndgameMove): Category => turned[category] ?? 'unknown';

/** Whether tables with up to `men` pieces can have a position: they know no castling. */
export function isInTables(fen: string, men: number): boolean {
  const [placement = '', , castling = '-'] = fen.split(' ');
  return castling === '-' && placement.replace(/[^a-z]/gi, '').length <= men;
}

const answers = new Map<string, Promise<Endgame | null>>();
const ANSWERS_MAX = 200;

/** Asks the server, once for each position; null if it does not know the position or cannot be reached. */
export function findEndgame(position: Position): Promise<Endgame | null> {
  const fen = position.fen();
  const known = answers.get(fen);
  if (known) return known;
  const answer = getJson<Endgame>(`/api/tablebase/standard?fen=${encodeURIComponent(fen)}`, { category: 'string', moves: [{ uci: 'string', category: 'string' }] }).catch(() => null);
  if (answers.size >= ANSWERS_MAX) answers.clear();
  answers.set(fen, answer);
  return answer;
}
