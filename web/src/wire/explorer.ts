// SPDX-License-Identifier: MIT
/* The server's opening databases: GET /api/explorer/databases, /api/explorer and /api/games/search. */
import { getJson } from './http';

export interface ExplorerDatabase {
  /** That of this server's games has one entry for each variant, all with the same name. */
  name: string;
  /** The games of this server. */
  own: boolean;
  games: number;
  variant: string;
  /** False while the server still reads its games after a start. */
  complete: boolean;
}

interface Results {
  white: number;
  draws: number;
  black: number;
}

export interface ExplorerPlayer {
  name: string;
  rating: number | null;
}

export interface ExplorerGame {
  /** Of the game of this server, or its number in the file. */
  id: string;
  winner: 'white' | 'black' | null;
  white: ExplorerPlayer;
  black: ExplorerPlayer;
  year?: number;
  /** The move from the position. */
  uci?: string;
}

export interface ExplorerMove extends Results {
  uci: string;
  san: string;
  /** Of the players who played it; 0: unknown. */
  averageRating: number;
}

export interface ExplorerAnswer extends Results {
  moves: ExplorerMove[];
  topGames: ExplorerGame[];
  recentGames: ExplorerGame[];
}

export interface FoundGame {
  id: string;
  white: ExplorerPlayer;
  black: ExplorerPlayer;
  result: string;
  /** '2018', '2018-03' or '2018-03-31'. */
  date?: string;
  plies: number;
  opening?: { eco: string; name: string };
  variant?: string;
  speed?: string;
  mode?: 'rated' | 'casual';
  lastMoveAt?: number;
  event?: string;
}

export interface FoundGames {
  games: FoundGame[];
  total: number;
  page: number;
  pages: number;
}

export const gamesOf = ({ white, draws, black }: Results): number => white + draws + black;

/** Whether a database can have a position of a variant: that of standard chess also has Chess960. */
export const hasVariant = ({ variant }: ExplorerDatabase, wanted: string): boolean => variant === wanted || (variant === 'standard' && ['chess960', 'fromPosition'].includes(wanted));

export const findDatabases = async (): Promise<ExplorerDatabase[]> =>
  (await getJson<{ databases: ExplorerDatabase[] }>('/api/explorer/databases', { databases: [{ name: 'string', games: 'number' }] })).databases;

/** What was played in a position. */
export const findMoves = ({ name, variant }: ExplorerDatabase, fen: string): Promise<ExplorerAnswer> =>
  getJson<ExplorerAnswer>(`/api/explorer?${new URLSearchParams({ db: name, variant, fen, moves: '30', topGames: '4', recentGames: '4' })}`, {
    white: 'number',
    draws: 'number',
    black: 'number',
    moves: [{ uci: 'string', san: 'string', white: 'number', draws: 'number', black: 'number', averageRating: 'number' }],
    topGames: [{ id: 'string' }],
    recentGames: [{ id: 'string' }],
  });

/** A page of the games that match the query of an address. */
export const findGames = (query: URLSearchParams): Promise<FoundGames> =>
  getJson<FoundGames>(`/api/games/search?${query}`, { games: [{ id: 'string', result: 'string', plies: 'number' }], total: 'number', page: 'number', pages: 'number' });

/** The page of a game: that of this server, or the analysis board with a game of a file. */
export const gameAddress = ({ name, own }: Pick<ExplorerDatabase, 'name' | 'own'>, id: string): string =>
  own ? `/${id}` : `/analysis?${new URLSearchParams({ db: name, game: id })}`;
