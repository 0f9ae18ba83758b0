// SPDX-License-Identifier: MIT
/* The round-trip time to the server, and how many of four bars it is shown as. */

/** The share of a new value: one slow answer alone changes little, four in a row most of it. */
const WEIGHT = 0.4;

export const smoothLag = (before: number | null, milliseconds: number): number =>
  Math.round(before === null ? milliseconds : before + WEIGHT * (milliseconds - before));

/** The longest round trip for four, three and two bars. */
const LIMITS = [150, 300, 500];

export const BARS = LIMITS.length + 1;

/** From 1, slow, to 4. */
export const lagBars = (milliseconds: number): number => BARS - LIMITS.filter(limit => milliseconds > limit).length;
