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
  people: number;
  games: number;
  moves: number;
  connections: number;
  connectionsMax: number;
  memory: number;
  storeErrors: number;
  moveDurations: Durations;
}

/** The numbers of the last hours, as columns of equal length. */
export interface NumberHistory {
  period: number;
  dates: number[];
  people: number[];
  games: number[];
  moves: number[];
  /** Microseconds; -1 without moves. */
  moveTimes: number[];
  connections: number[];
  memories: number[];
}

export interface Sample {
  date: number;
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
export function makeSample(before: Numbers | null, after: Numbers): Sample {
  const seconds = before ? (after.now - before.now) / 1000 : 0;
  const none = { bounds: [], counts: [] };
  return {
    date: after.now,
    people: after.people,
    games: after.games,
    moves: before && seconds > 0 ? Math.max(0, after.moves - before.moves) / seconds : 0,
    disk: quantile(before?.moveDurations ?? none, after.moveDurations, 0.99),
    connections: after.connections,
    memory: after.memory / 1_000_000,
  };
}

/** The samples that the server has kept. */
export function readHistory(history: NumberHistory): Sample[] {
  return history.dates.map((date, i) => ({
    date,
    people: history.people[i] ?? 0,
    games: history.games[i] ?? 0,
    moves: ((history.moves[i] ?? 0) * 1000) / Math.max(1, i ? date - history.dates[i - 1]! : history.period),
    disk: (history.moveTimes[i] ?? -1) < 0 ? null : history.moveTimes[i]! / 1000,
    connections: history.connections[i] ?? 0,
    memory: (history.memories[i] ?? 0) / 1_000_000,
  }));
}

/** How far back curves go, in milliseconds. */
const SPAN = 4 * 3_600_000;
const PERIOD = 30_000;

/** Adds the latest sample. It replaces the one before while that is younger than a period after its own predecessor,
 * so that the curve has a live end and does not grow with every answer. */
export function addSample(history: readonly Sample[], sample: Sample): Sample[] {
  const kept = history.filter(({ date }) => date > sample.date - SPAN && date < sample.date);
  const last = kept.at(-1);
  const before = kept.at(-2);
  return last && before && last.date - before.date < PERIOD ? [...kept.slice(0, -1), sample] : [...kept, sample];
}

export interface CurvePoint {
  date: number;
  value: number;
}

/** The points of a curve in a box of 100 × 30, its largest value near the top, over the time from its first point. */
export function curvePoints(points: readonly CurvePoint[]): string {
  const top = Math.max(1, ...points.map(({ value }) => value)) * 1.1;
  const first = points[0]?.date ?? 0;
  const span = Math.max(1, (points.at(-1)?.date ?? 0) - first);
  return points.map(({ date, value }) => `${((100 * (date - first)) / span).toFixed(1)} ${(30 - (value / top) * 28).toFixed(1)}`).join(' L');
}
