// SPDX-License-Identifier: MIT
/* Announces low time, at 30 and at 10 seconds. */
import { useEffect } from 'preact/hooks';
import { clockLeft, type Clocks } from '../base/clock';
import type { Side } from '../base/side';
import { t } from '../i18n';
import { playSound } from '../sound';
import { alertNow } from './announce';

const WARNINGS = [30, 10];

function warn(seconds: number): void {
  alertNow(t('common.timeLeft', { n: seconds }));
  if (seconds === 10) playSound('lowTime');
}

/** `you` is the side whose clock is ours; null for a spectator. */
export function useLowTime(clocks: Clocks | null, you: Side | null): void {
  const running = clocks !== null && you !== null && clocks.running === you;
  useEffect(() => {
    if (!running) return;
    const left = clockLeft(clocks, you, performance.now());
    const timers = WARNINGS.filter(seconds => left > seconds * 1000).map(seconds => setTimeout(() => warn(seconds), left - seconds * 1000));
    return () => timers.forEach(clearTimeout);
  }, [running, clocks?.at, you && clocks?.[you]]);
}
