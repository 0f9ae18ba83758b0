// SPDX-License-Identifier: MIT
/* A clock as the server sent it, and how it reads now. Pure functions of the time passed in. */
import type { Side } from './side';

/** The times left when the message arrived. */
export interface Clocks {
  white: number;
  black: number;
  /** Whose clock has been running since then; null if none is. */
  running: Side | null;
  /** When the message arrived, by performance.now(). */
  at: number;
}

/** The milliseconds left to a side at the time `now`. */
export function clockLeft(clocks: Clocks, side: Side, now: number): number {
  const elapsed = clocks.running === side ? Math.max(0, now - clocks.at) : 0;
  return Math.max(0, clocks[side] - elapsed);
}

export interface ClockText {
  /** The hours, minutes and seconds: '1:37', '1:02:07'; or '3 days' of correspondence as days. */
  main: string;
  /** Tenths of a second, shown below ten seconds. */
  tenths: string | null;
  days: number | null;
}

const two = (number: number) => String(number).padStart(2, '0');

const DAY = 86_400_000;

/** When tenths are shown: below ten seconds, below an hour, or not at all. */
export type Tenths = 'never' | 'low' | 'always';

const tenthsBelow: Record<Tenths, number> = { never: 0, low: 10_000, always: 3_600_000 };

/** How a clock shows `ms` milliseconds. It rounds down, so that 0:00 means less than a second. */
export function clockText(ms: number, show: Tenths = 'low'): ClockText {
  if (ms >= 2 * DAY) return { main: '', tenths: null, days: Math.floor(ms / DAY) };
  const seconds = Math.floor(ms / 1000);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const main = hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
  return { main, tenths: ms < tenthsBelow[show] ? String(Math.floor((ms % 1000) / 100)) : null, days: null };
}

/** The milliseconds until the text of a running clock changes. */
export function untilNextTick(ms: number, show: Tenths = 'low'): number {
  const step = ms <= tenthsBelow[show] ? 100 : 1000;
  return (ms % step) + 1;
}

/** Below this, a clock is low: ten seconds, or an eighth of the base time in faster games. */
export const lowTime = (baseMs: number): number => Math.min(10_000, Math.max(baseMs / 8, 3_000));
