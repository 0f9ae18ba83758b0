// SPDX-License-Identifier: MIT
/* Small parts that several pages of the staff use. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { formatAgo, formatDate, formatTime, t, tryText } from '../../i18n';
import { Button } from '../../ui/Button';
import { Confirm } from '../../ui/Confirm';
import { SelectField } from '../../ui/Field';

export function Problem({ text }: { text: string }) {
  return text ? (
    <p class="failed" role="alert">
      {text}
    </p>
  ) : null;
}

/** 'two hours ago'; the exact time on hover. */
export function Ago({ date }: { date: number }) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={new Date(date).toISOString()} title={`${formatDate(date)} ${formatTime(date)}`}>
      {formatAgo(Math.min(date, now), now)}
    </time>
  );
}

/** How long a sanction lasts, in minutes; 0: forever. */
export const DURATIONS = [15, 60, 1440, 10_080, 43_200, 0];

export interface DurationFieldProps {
  value: number;
  onValue(minutes: number): void;
  durations?: number[];
  /** What 0 is called. */
  forEver?: string;
}

export function DurationField({ value, onValue, durations = DURATIONS, forEver = t('admin.minutes.0') }: DurationFieldProps) {
  const options = durations.map(minutes => ({ value: String(minutes), label: minutes ? t(`admin.minutes.${minutes}` as 'admin.minutes.15') : forEver }));
  return <SelectField label={t('admin.howLong')} value={String(value)} options={options} onValue={text => onValue(Number(text))} />;
}

const reasonKinds: Record<string, string> = { cheat: 'bad', abuse: 'warn', spam: 'warn', stalling: 'warn' };

export function ReasonBadge({ reason }: { reason: string }) {
  return <span class={`badge ${reasonKinds[reason] ?? ''}`.trim()}>{tryText(`admin.reason.${reason}`, reason)}</span>;
}

export interface ConfirmedProps {
  label: string;
  question: string;
  busy?: boolean;
  disabled?: boolean;
  /** 'field' is as high as the field beside it. */
  size?: 'small' | 'field';
  /** A destructive action: the button is red. */
  danger?: boolean;
  onYes(): void;
}

/** A button that asks before it does something. */
export function Confirmed({ label, question, busy, disabled, size = 'small', danger, onYes }: ConfirmedProps) {
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  if (asking)
    return (
      <Confirm
        question={question}
        yes={label}
        no={t('common.cancel')}
        danger
        onNo={close}
        onYes={() => {
          close();
          onYes();
        }}
      />
    );
  return (
    <Button kind={danger ? 'danger-line' : 'line'} size={size === 'small' ? 'small' : undefined} busy={busy} disabled={disabled} onClick={() => setAsking(true)}>
      {label}
    </Button>
  );
}

export function Table({ label, head, children }: { label: string; head: ComponentChildren; children: ComponentChildren }) {
  return (
    <div class="scroll-x" tabIndex={0} role="group" aria-label={label}>
      <table class="data">
        <thead>
          <tr>{head}</tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

export const userLink = (name: string): string => `/admin/users/${encodeURIComponent(name)}`;
