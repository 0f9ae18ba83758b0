// SPDX-License-Identifier: MIT
/* A game as a row of somebody's list. Pure. */
import type { Side } from '../../base/side';
import { opposite } from '../../base/side';
import { minutesText } from '../../base/timecontrol';
import type { GamePlayer, UserGame } from '../../wire/users';

export type Outcome = 'win' | 'draw' | 'loss' | 'none' | 'running';

export interface GameRow {
  id: string;
  href: string;
  side: Side;
  opponent: GamePlayer;
  outcome: Outcome;
  /** '5+3', or '' without a clock. */
  control: string;
  days: number | null;
  /** The word for how it ended; the status if the server does not send the word. */
  end: string;
  perf: string;
  variant: string;
  rated: boolean;
  /** The name of the opening; null if it has none. */
  opening: string | null;
  /** Full moves. */
  moves: number | null;
  diff: number | null;
  at: number;
}

/** '5+3', '½+0'. */
export const controlText = ({ initial, increment }: { initial: number; increment: number }): string => `${minutesText(initial / 60)}+${increment}`;

export function sideOf(game: UserGame, id: string): Side {
  return game.players.black.user?.id === id && game.players.white.user?.id !== id ? 'black' : 'white';
}

export function outcomeOf(game: UserGame, side: Side): Outcome {
  if (game.status === 'created' || game.status === 'started') return 'running';
  if (game.winner) return game.winner === side ? 'win' : 'loss';
  return game.status === 'aborted' || game.status === 'noStart' ? 'none' : 'draw';
}

const countPlies = (moves: string | undefined): number | null => moves?.split(' ').filter(Boolean).length ?? null;

/** The row of a game in the list of the player with this id. */
export function rowOf(game: UserGame, id: string): GameRow {
  const side = sideOf(game, id);
  const plies = countPlies(game.moves);
  return {
    id: game.id,
    href: side === 'black' ? `/${game.id}/black` : `/${game.id}`,
    side,
    opponent: game.players[opposite(side)],
    outcome: outcomeOf(game, side),
    control: game.clock ? controlText(game.clock) : '',
    days: game.daysPerTurn ?? null,
    end: game.end ?? game.status,
    perf: game.perf,
    variant: game.variant,
    rated: game.rated,
    opening: game.opening?.name ?? null,
    moves: plies === null ? null : Math.ceil(plies / 2),
    diff: game.players[side].ratingDiff ?? null,
    at: game.lastMoveAt,
  };
}

/** Whether a game is shown and counted: one that was aborted is neither won, drawn nor lost. */
export const counts = (game: UserGame): boolean => outcomeOf(game, 'white') !== 'none';

/** The names of the opponents with accounts, each once. */
export function opponentsOf(games: readonly UserGame[], id: string): string[] {
  const names = games.map(game => game.players[opposite(sideOf(game, id))].user?.name);
  return [...new Set(names)].filter(name => name !== undefined);
}

/** Adds a page of a list to the games before it; one that is there already is not repeated. */
export function addGames(before: readonly UserGame[], next: readonly UserGame[]): UserGame[] {
  const known = new Set(before.map(game => game.id));
  return [...before, ...next.filter(game => !known.has(game.id))];
}

/** The score of a player against another: wins count 1, draws ½. */
export function scoreOf(outcomes: readonly Outcome[]): { own: number; other: number } {
  const count = (outcome: Outcome) => outcomes.filter(one => one === outcome).length;
  const draws = count('draw') / 2;
  return { own: count('win') + draws, other: count('loss') + draws };
}

/** '4½', '½', '7'. */
export function scoreText(score: number): string {
  const whole = Math.floor(score);
  return score === whole ? String(whole) : `${whole || ''}½`;
}
