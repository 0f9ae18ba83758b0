// SPDX-License-Identifier: MIT
/* The rating graph as numbers: which points to show, the scales, the path. Pure. */
import type { Perf, RatingHistory } from '../../wire/users';

export interface RatingPoint {
  /** The day, in milliseconds since 1970, UTC. */
  at: number;
  rating: number;
}

export type Period = 'month' | 'year' | 'all';

const DAY = 86_400_000;
const lengths: Record<Period, number> = { month: 31 * DAY, year: 366 * DAY, all: Infinity };

/** A rating of a single day is shown at the end of a week, so that the labels below differ. */
const SHORTEST = 7 * DAY;

const plain = (name: string): string => name.replace(/[^a-z0-9]/gi, '').toLowerCase();

/** What everybody begins with. */
export const startRating = (isBot: boolean): number => (isBot ? 3000 : 1500);

/** Games that the progress of the server looks at. */
const PROGRESS_GAMES = 12;

/** Points won or lost in the last games: since the start if there are only a few, of which the server leaves out the first. */
export const progressOf = ({ games, rating, prog }: Pick<Perf, 'games' | 'rating' | 'prog'>, start: number): number => (games <= PROGRESS_GAMES ? rating - start : prog);

/** The points of one kind of rating. The server names it in English: 'King of the Hill'. It knows the rating after
 * the games of a day; the first day begins with the rating before them. */
export function pointsOf(history: readonly RatingHistory[], perf: string, start: number): RatingPoint[] {
  const row = history.find(entry => plain(entry.name) === plain(perf));
  const points = (row?.points ?? []).map(([year, month, day, rating]) => ({ at: Date.UTC(year, month, day), rating }));
  return points[0] ? [{ at: points[0].at, rating: start }, ...points] : [];
}

/** The points of a period that ends now. It begins with the rating that was valid then. */
export function pointsIn(points: readonly RatingPoint[], period: Period, now: number): RatingPoint[] {
  const start = now - lengths[period];
  const inside = points.filter(point => point.at >= start);
  const before = points.filter(point => point.at < start).at(-1);
  return before ? [{ at: start, rating: before.rating }, ...inside] : inside;
}

export interface Scale {
  min: number;
  max: number;
  /** From the top to the bottom. */
  ticks: number[];
}

const steps = [10, 20, 50, 100, 200, 500, 1000];

/** A scale with round numbers and four to seven lines around all ratings. */
export function ratingScale(points: readonly RatingPoint[]): Scale {
  const ratings = points.map(point => point.rating);
  const low = Math.min(...ratings);
  const high = Math.max(...ratings);
  const step = steps.find(size => Math.ceil((high + 1) / size) - Math.floor((low - 1) / size) <= 6) ?? 1000;
  let min = Math.floor((low - 1) / step) * step;
  let max = Math.ceil((high + 1) / step) * step;
  // room is added on the side that has less, so that a level line is in the middle
  while ((max - min) / step < 3)
    if (max - high < low - min) max += step;
    else min -= step;
  const ticks = Array.from({ length: (max - min) / step + 1 }, (_, i) => max - i * step);
  return { min, max, ticks };
}

export interface Graph {
  points: RatingPoint[];
  /** The place of each point: 0 to 1 from the left and from the top. */
  places: { x: number; y: number }[];
  scale: Scale;
  start: number;
  end: number;
}

/** Everything to draw; null without a point. The last rating is valid until now. */
export function makeGraph(all: readonly RatingPoint[], period: Period, now: number): Graph | null {
  const shown = pointsIn(all, period, now);
  const last = shown.at(-1);
  if (!last) return null;
  const points = last.at < now ? [...shown, { at: now, rating: last.rating }] : shown;
  const scale = ratingScale(points);
  const start = Math.min(points[0]!.at, now - SHORTEST);
  const places = points.map(({ at, rating }) => ({
    x: (at - start) / (now - start),
    y: (scale.max - rating) / (scale.max - scale.min),
  }));
  return { points, places, scale, start, end: now };
}

const round = (number: number): string => String(Math.round(number * 10) / 10);

/** A path through the places in a box of this size. */
export function pathOf(places: readonly { x: number; y: number }[], width: number, height: number): string {
  return places.map(({ x, y }, i) => `${i ? 'L' : 'M'}${round(x * width)} ${round(y * height)}`).join('');
}

/** A dot at each place, as strokes without length: they stay round where the box is stretched. */
export const dotsOf = (places: readonly { x: number; y: number }[], width: number, height: number): string =>
  places.map(({ x, y }) => `M${round(x * width)} ${round(y * height)}h0`).join('');

/** The index of the point nearest to `x`, which is 0 to 1. */
export function nearestPoint(graph: Graph, x: number): number {
  let best = 0;
  graph.places.forEach((place, i) => {
    if (Math.abs(place.x - x) < Math.abs(graph.places[best]!.x - x)) best = i;
  });
  return best;
}

/** Longer than this, the marks below are months. */
export const DAYS_MARKED = 190 * DAY;
const dayStep = [1, 2, 3, 4, 7, 14, 28];
const monthStep = [1, 2, 3, 6, 12, 24, 60];
const MONTH = 30.44 * DAY;
/** More marks would overlap on a phone. */
const TICKS_MAX = 5;
/** A mark at the edge would stick out of the graph. */
const EDGE = 0.04;

const stepFor = (steps: readonly number[], units: number): number => steps.find(step => units / step <= TICKS_MAX) ?? steps.at(-1)!;

/** Every second day, every week and so on, back from the last one. */
function dayTicks(start: number, end: number): number[] {
  const step = stepFor(dayStep, (end - start) / DAY) * DAY;
  const last = Math.floor(end / DAY) * DAY;
  return Array.from({ length: Math.floor((last - start) / step) + 1 }, (_, i) => last - i * step).reverse();
}

/** The first day of each month, of every third and so on. */
function monthTicks(start: number, end: number): number[] {
  const step = stepFor(monthStep, (end - start) / MONTH);
  const first = new Date(start);
  const month = Math.ceil(((first.getUTCFullYear() - 1970) * 12 + first.getUTCMonth()) / step) * step;
  const ticks = Array.from({ length: 2 * TICKS_MAX }, (_, i) => Date.UTC(1970, month + i * step));
  return ticks.filter(at => at >= start && at <= end);
}

/** The marks below at equal steps of time, and their places: 0 to 1 from the left. */
export function timeTicks({ start, end }: Pick<Graph, 'start' | 'end'>): { at: number; x: number }[] {
  const ticks = end - start < DAYS_MARKED ? dayTicks(start, end) : monthTicks(start, end);
  return ticks.map(at => ({ at, x: (at - start) / (end - start) })).filter(({ x }) => x >= EDGE && x <= 1 - EDGE);
}

export interface Summary {
  from: number;
  to: number;
  best: RatingPoint;
}

export function summarize({ points }: Graph): Summary {
  const best = points.reduce((a, b) => (b.rating > a.rating ? b : a));
  return { from: points[0]!.rating, to: points.at(-1)!.rating, best };
}

/** The small line on a rating card: the last points, or null if there are too few. */
export function sparkline(points: readonly RatingPoint[]): string | null {
  const last = points.slice(-24);
  if (last.length < 2) return null;
  const ratings = last.map(point => point.rating);
  const low = Math.min(...ratings);
  const range = Math.max(...ratings) - low || 1;
  const places = ratings.map((rating, i) => ({ x: i / (ratings.length - 1), y: 1 - (rating - low) / range }));
  return pathOf(places.map(({ x, y }) => ({ x, y: (2 + 28 * y) / 32 })), 72, 32);
}
