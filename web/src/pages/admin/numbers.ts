// SPDX-License-Identifier: MIT
/* Live numbers: what the server's counters say about the time between two answers. */

export interface Durations {
  /** The largest duration of each bucket but the last, in microseconds. */
  bounds: number[];
  counts: number[];
}

export interface Numbers {
  now: number;
  version: string;
  ready: boolean;
  startedAt: number;
  games: number;
  moves: number;
  connections: number;
  connectionsMax: number;
  memory: number;
  storeErrors: number;
  moveDurations: Durations;
}

export interface Sample {
  people: number;
  games: number;
  /** A second. */
  moves: number;
  /** The time after which 99 of 100 moves were on disk, in milliseconds; null without moves. */
  disk: number | null;
  connections: number;
  /** Megabytes. */
  memory: number;
}

export const HISTORY_MAX = 100;

/** The duration that a share of the new entries did not exceed, in milliseconds. */
export function quantile(before: Durations, after: Durations, share: number): number | null {
  const counts = after.counts.map((count, i) => count - (before.counts[i] ?? 0));
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total <= 0) return null;
  let seen = 0;
  const bucket = counts.findIndex(count => (seen += count) >= total * share);
  return (after.bounds[Math.min(bucket, after.bounds.length - 1)] ?? 0) / 1000;
}

/** What happened between two answers. The first one has nothing before it. */
export function makeSample(before: Numbers | null, after: Numbers, people: number): Sample {
  const seconds = before ? (after.now - before.now) / 1000 : 0;
  const none = { bounds: [], counts: [] };
  return {
    people,
    games: after.games,
    moves: before && seconds > 0 ? Math.max(0, after.moves - before.moves) / seconds : 0,
    disk: quantile(before?.moveDurations ?? none, after.moveDurations, 0.99),
    connections: after.connections,
    memory: after.memory / 1_000_000,
  };
}

export const addSample = (history: readonly Sample[], sample: Sample): Sample[] => [...history, sample].slice(-HISTORY_MAX);

/** The points of a curve in a box of 100 × 30, its largest value near the top. */
export function curvePoints(values: readonly number[]): string {
  const top = Math.max(1, ...values) * 1.1;
  const step = 100 / Math.max(1, values.length - 1);
  return values.map((value, i) => `${(i * step).toFixed(1)} ${(30 - (value / top) * 28).toFixed(1)}`).join(' L');
}
