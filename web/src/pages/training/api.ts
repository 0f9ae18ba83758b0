// SPDX-License-Identifier: MIT
/* Puzzles of the server: docs/api.md. */
import { getJson, postJson } from '../../wire/http';
import type { Shape } from '../../wire/shape';

export interface PuzzlePlayer {
  name: string;
  id?: string;
  color: 'white' | 'black';
  rating?: number;
}

export interface PuzzleAnswer {
  puzzle: {
    id: string;
    variant: string;
    rating: number;
    plays: number;
    /** The position to solve, the error that led to it, and the position before. */
    fen: string;
    lastMove: string;
    fenBefore: string;
    solution: string[];
    themes: string[];
    initialPly?: number;
  };
  /** Where it comes from: a game of this server has an id, another one perhaps an address. */
  game?: { id?: string; site?: string; players: PuzzlePlayer[] };
  /** For accounts. `win` is there if the puzzle was tried before. */
  user?: { rating: number; provisional?: boolean; win?: boolean };
}

const shape: Shape = {
  puzzle: { id: 'string', variant: 'string', rating: 'number', plays: 'number', fen: 'string', lastMove: 'string', fenBefore: 'string', solution: ['string'], themes: ['string'] },
};

export const difficulties = ['easiest', 'easier', 'normal', 'harder', 'hardest'] as const;
export type Difficulty = (typeof difficulties)[number];

export interface Choice {
  theme: string;
  difficulty: Difficulty;
}

export const nextPuzzle = ({ theme, difficulty }: Choice, except: readonly string[]): Promise<PuzzleAnswer> =>
  getJson(`/api/puzzle/next?${new URLSearchParams({ angle: theme, difficulty, except: except.join(',') }).toString()}`, shape);

/** 'daily', or the id of a puzzle. */
export const namedPuzzle = (name: string): Promise<PuzzleAnswer> => getJson(`/api/puzzle/${encodeURIComponent(name)}`, shape);

export interface ThemeCount {
  key: string;
  count: number;
}

export const themeCounts = (): Promise<ThemeCount[]> =>
  getJson<{ themes: ThemeCount[] }>('/api/puzzle/themes', { themes: [{ key: 'string', count: 'number' }] }).then(({ themes }) => themes);

export interface AttemptAnswer {
  glicko?: { rating: number; provisional?: boolean };
  rounds: { id: string; win: boolean; ratingDiff?: number }[];
}

/** The server judges the moves of the solver; `win: false` needs no moves: the solver has given up. */
export const sendAttempt = (id: string, moves: readonly string[]): Promise<AttemptAnswer> =>
  postJson('/api/puzzle/batch/mix', { solutions: [moves.length ? { id, moves } : { id, moves, win: false }] }, { rounds: [{ id: 'string', win: 'boolean' }] });
