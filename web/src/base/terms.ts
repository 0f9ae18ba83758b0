// SPDX-License-Identifier: MIT
/* The terms of a game that somebody looks for: time, rules, colour, rated or not. */
import type { Side } from './side';
import { parseTimeControl, speedOf } from './timecontrol';

export type RatedChoice =
  | 'rated'
  | 'casual'
  | 'either'; // rated if the opponent has an account, casual with a guest

export interface Terms {
  /** '5+3', '3 days', '-' for no clock. */
  clock: string;
  variant: string;
  side: Side | 'random';
  rated: RatedChoice;
  /** The opponent's rating: '1500-1800'; null: any. */
  range: string | null;
  /** A private game, which only its players can see. */
  hidden: boolean;
  /** The start position, if it is not the usual one. */
  fen?: string;
}

export const defaultTerms: Terms = { clock: '5+3', variant: 'standard', side: 'random', rated: 'either', range: null, hidden: false };

const oneOf = <T extends string>(value: unknown, choices: readonly T[], otherwise: T): T => choices.find(choice => choice === value) ?? otherwise;

/** Reads terms that were stored as JSON; anything that is missing or wrong is the default. */
export function readTerms(text: string | null): Terms {
  let stored: Partial<Record<keyof Terms, unknown>> = {};
  try {
    stored = (JSON.parse(text ?? '{}') ?? {}) as typeof stored;
  } catch {
    // written by something else
  }
  return {
    clock: typeof stored.clock === 'string' && parseTimeControl(stored.clock).kind !== 'other' ? stored.clock : defaultTerms.clock,
    variant: typeof stored.variant === 'string' ? stored.variant : defaultTerms.variant,
    side: oneOf(stored.side, ['white', 'black', 'random'], 'random'),
    rated: oneOf(stored.rated, ['rated', 'casual', 'either'], 'either'),
    range: typeof stored.range === 'string' && /^\d{3,4}-\d{3,4}$/.test(stored.range) ? stored.range : null,
    hidden: stored.hidden === true,
    ...(typeof stored.fen === 'string' ? { fen: stored.fen } : {}),
  };
}

/** What the terms are for somebody without an account: guests play casual games and have no rating. */
export const termsForGuest = (terms: Terms): Terms => ({ ...terms, rated: 'casual', range: null });

/** Whether a game with these terms can be rated: it needs a clock or days. */
export const canBeRated = (terms: Terms): boolean => ['clock', 'days'].includes(parseTimeControl(terms.clock).kind);

/** Nothing but the time control was chosen: a pool will do. */
export const isPlain = (terms: Terms): boolean => terms.variant === 'standard' && terms.side === 'random' && !terms.range && !terms.hidden;

/** The kind of rating that such games count for. */
export const perfOf = (variant: string, clock: string): string =>
  variant === 'standard' || variant === 'fromPosition' ? speedOf(parseTimeControl(clock)) : variant;

/** The steps of the sliders: minutes for each side, seconds for each move. */
export const minuteSteps = [
  0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 20, 25, 30, 35, 40, 45, 60, 75, 90, 105, 120, 150, 180,
] as const;
export const incrementSteps = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 20, 25, 30, 35, 40, 45, 60, 90, 120, 150, 180] as const;

/** The step that is nearest to a value. */
export function nearestStep(steps: readonly number[], value: number): number {
  const distances = steps.map(step => Math.abs(step - value));
  return distances.indexOf(Math.min(...distances));
}

/** '5+3'; fractions of a minute as the server writes them. */
export const clockOf = (minutes: number, increment: number): string => `${Number(minutes.toFixed(4))}+${increment}`;

export const daysOf = (days: number): string => (days === 1 ? '1 day' : `${days} days`);
