// SPDX-License-Identifier: MIT
/* The time that each move took, from the clocks after the moves. */
import { clockText } from './clock';
import type { TimeControl } from './timecontrol';

/** The milliseconds spent on each move; null where a clock is not known. */
export function timesSpent(clocks: readonly (number | null)[], control: TimeControl): (number | null)[] {
  return clocks.map((after, i) => {
    const before = i < 2 ? control.base : (clocks[i - 2] ?? null);
    if (after === null || before === null || control.kind === 'none') return null;
    const increment = i < 2 && control.kind === 'clock' ? 0 : control.increment;
    return Math.max(0, before + increment - after);
  });
}

/** '0:02'; hours and days for correspondence. */
export function spentText(ms: number | null): string | null {
  if (ms === null) return null;
  if (ms >= 86_400_000) return `${Math.floor(ms / 86_400_000)} d`;
  return clockText(Math.round(ms / 1000) * 1000).main;
}
