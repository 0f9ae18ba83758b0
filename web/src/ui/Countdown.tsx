// SPDX-License-Identifier: MIT
/* The time until a moment, counted down here. */
import { useEffect, useState } from 'preact/hooks';
import { clockText } from '../base/clock';

/** Milliseconds until `at` (performance.now()); the component renders again each second. */
export function useCountdown(at: number | null): number {
  const [, tick] = useState(0);
  const left = at === null ? 0 : Math.max(0, at - performance.now());
  useEffect(() => {
    if (at === null || left === 0) return;
    const timer = setTimeout(() => tick(count => count + 1), (left % 1000) + 5);
    return () => clearTimeout(timer);
  });
  return left;
}

/** '0:42', rounded up: it reads 0:00 when the moment has come. */
export const countdownText = (ms: number): string => clockText(Math.ceil(ms / 1000) * 1000).main;
