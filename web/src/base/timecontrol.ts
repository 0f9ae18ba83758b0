// SPDX-License-Identifier: MIT
/* Time controls as the server writes them: '5+3', '3 days', '-' for none, or a longer form with stages. */

export interface TimeControl {
  /** Base time in milliseconds; per move in correspondence; 0 without a clock. */
  base: number;
  increment: number;
  kind: 'clock' | 'days' | 'none' | 'other';
}

const DAY = 86_400_000;

export function parseTimeControl(text: string): TimeControl {
  const clock = /^(.+)\+(\d+)$/.exec(text);
  const minutes = clock && parseMinutes(clock[1]!);
  if (clock && minutes !== null) return { kind: 'clock', base: minutes * 60_000, increment: Number(clock[2]) * 1000 };
  const days = /^(\d+) days?$/.exec(text);
  if (days) return { kind: 'days', base: Number(days[1]) * DAY, increment: 0 };
  return { kind: text === '-' || text === '' ? 'none' : 'other', base: 0, increment: 0 };
}

const FRACTIONS: Record<string, number> = { '¼': 0.25, '½': 0.5, '¾': 0.75 };

/** '5', '0.5', '0,5', '½', '1½'; null for anything else. */
export function parseMinutes(text: string): number | null {
  const [, whole = '', fraction] = /^(\d*(?:[.,]\d+)?)([¼½¾]?)$/.exec(text.trim()) ?? [];
  if (!whole && !fraction) return null;
  return Number(whole.replace(',', '.')) + (fraction ? FRACTIONS[fraction]! : 0);
}

/** '½', '1½', '5': minutes as players write them. */
export function minutesText(minutes: number): string {
  const fraction = Object.keys(FRACTIONS).find(text => FRACTIONS[text] === minutes % 1);
  return fraction ? `${Math.floor(minutes) || ''}${fraction}` : String(minutes);
}

export type Speed = 'ultraBullet' | 'bullet' | 'blitz' | 'rapid' | 'classical' | 'correspondence';

/** The speed by the estimated length of a game: base plus forty increments. */
export function speedOf(control: TimeControl): Speed {
  if (control.kind !== 'clock') return 'correspondence';
  const seconds = (control.base + 40 * control.increment) / 1000;
  if (seconds < 30) return 'ultraBullet';
  if (seconds < 180) return 'bullet';
  if (seconds < 480) return 'blitz';
  return seconds < 1500 ? 'rapid' : 'classical';
}

/** '½+0' for '0.5+0': fractions of a minute as players write them. */
export const withFraction = (clock: string): string => clock.replace(/^\d+\.\d+(?=\+)/, minutes => minutesText(Number(minutes)));
