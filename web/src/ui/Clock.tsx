// SPDX-License-Identifier: MIT
/* A clock. Only this component draws again while it runs. */
import { useEffect, useState } from 'preact/hooks';
import { clockLeft, clockText, lowTime, untilNextTick, type Clocks, type Tenths } from '../base/clock';
import type { Side } from '../base/side';
import { t } from '../i18n';

export interface ClockProps {
  clocks: Clocks;
  side: Side;
  /** The player's name, for screen readers. */
  name: string;
  /** The base time in milliseconds: decides when time is low, and the length of the line. */
  base: number;
  /** When tenths of a second are shown; below ten seconds if not given. */
  tenths?: Tenths;
  /** The running clock reached zero: the server is asked to check. */
  onFlag?: () => void;
}

/** The time left to a side; the component renders again when its text changes. */
export function useTimeLeft(clocks: Clocks, side: Side, tenths?: Tenths): number {
  const [, tick] = useState(0);
  const left = clockLeft(clocks, side, performance.now());
  const running = clocks.running === side && left > 0;
  useEffect(() => {
    if (!running) return;
    const timer = setTimeout(() => tick(count => count + 1), untilNextTick(left, tenths));
    return () => clearTimeout(timer);
  });
  return left;
}

/** Digits have cells of the same width, so that the time does not jitter. */
function Digits({ text }: { text: string }) {
  return <>{[...text].map((letter, i) => (letter === ':' ? ':' : <i key={i}>{letter}</i>))}</>;
}

/** '1 minute 37 seconds'. */
export function timeInWords(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const parts = [
    [Math.floor(seconds / 3600), 'time.hours'],
    [Math.floor(seconds / 60) % 60, 'time.minutes'],
    [seconds % 60, 'time.seconds'],
  ] as const;
  const words = parts.filter(([n]) => n > 0).map(([n, key]) => t(key, { n }));
  return words.join(' ') || t('time.seconds', { n: 0 });
}

export function Clock({ clocks, side, name, base, tenths: show, onFlag }: ClockProps) {
  const left = useTimeLeft(clocks, side, show);
  const running = clocks.running === side;
  useEffect(() => {
    if (running && left <= 0) onFlag?.();
  }, [running && left <= 0]);
  const { main, tenths, days } = clockText(left, show);
  const classes = ['clock', running ? 'run' : '', left < lowTime(base) ? 'low' : ''].filter(Boolean).join(' ');
  const label = t(running ? 'clock.labelRunning' : 'clock.label', { name, time: days ? t('common.days', { n: days }) : timeInWords(left) });
  return (
    <div class={classes} role="timer" aria-label={label} aria-live="off">
      {days ? <span class="days">{t('common.days', { n: days })}</span> : <Digits text={main} />}
      {tenths && (
        <small>
          .<i>{tenths}</i>
        </small>
      )}
    </div>
  );
}

/** The line along the board: the share of time left. */
export function TimeLine({ clocks, side, base }: Pick<ClockProps, 'clocks' | 'side' | 'base'>) {
  const left = useTimeLeft(clocks, side);
  const share = base > 0 ? Math.min(1, left / base) : 0;
  return (
    <span class="sand" aria-hidden="true">
      <i style={{ transform: `scaleX(${share.toFixed(3)})` }} />
    </span>
  );
}
