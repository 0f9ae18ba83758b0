// SPDX-License-Identifier: MIT
/* The time control: minutes and increment by sliders or as numbers, days per move, or no clock. */
import { useRef } from 'preact/hooks';
import { clockOf, daysOf, incrementSteps, minuteSteps, nearestStep } from '../base/terms';
import { minutesText, parseMinutes, parseTimeControl } from '../base/timecontrol';
import { t } from '../i18n';
import { Segments } from './Field';

export interface TimeFieldsProps {
  clock: string;
  limits: { days: readonly number[]; clockLimitMax: number; clockIncrementMax: number };
  onClock(clock: string): void;
}

interface StepFieldProps {
  label: string;
  steps: readonly number[];
  value: number;
  max: number;
  onValue(value: number): void;
}

let lastId = 0;

/** A slider for the usual values, and a field for any. Both write half a minute as '½', which a field of the type
 * 'number' cannot show. */
function StepField({ label, steps, value, max, onValue }: StepFieldProps) {
  const id = useRef(`step-${++lastId}`).current;
  const readTyped = (field: HTMLInputElement) => {
    const number = parseMinutes(field.value);
    field.value = minutesText(value);
    if (number !== null) onValue(Math.min(max, number));
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="slider">
        <input
          type="range"
          min={0}
          max={steps.length - 1}
          value={nearestStep(steps, value)}
          aria-label={label}
          aria-valuetext={minutesText(value)}
          onInput={event => onValue(steps[Number(event.currentTarget.value)]!)}
        />
        <input id={id} class="input slab" inputMode="decimal" autocomplete="off" value={minutesText(value)} onChange={event => readTyped(event.currentTarget)} />
      </div>
    </div>
  );
}

const kinds = ['clock', 'days', 'none'] as const;
type Kind = (typeof kinds)[number];

/** The time control that one starts with when the kind is changed. */
const firstOf: Record<Kind, string> = { clock: '5+3', days: '3 days', none: '-' };

function ClockFields({ clock, limits, onClock }: TimeFieldsProps) {
  const { base, increment } = parseTimeControl(clock);
  const minutes = base / 60_000;
  const seconds = increment / 1000;
  // a game needs some time
  const change = (nextMinutes: number, nextSeconds: number) => onClock(clockOf(nextMinutes, nextMinutes || nextSeconds ? nextSeconds : 1));
  return (
    <>
      <StepField
        label={t('play.minutes')}
        steps={minuteSteps}
        value={minutes}
        max={limits.clockLimitMax / 60}
        onValue={value => change(value, seconds)}
      />
      <StepField
        label={t('play.increment')}
        steps={incrementSteps}
        value={seconds}
        max={limits.clockIncrementMax}
        onValue={value => change(minutes, Math.round(value))}
      />
    </>
  );
}

function DaysField({ clock, limits, onClock }: TimeFieldsProps) {
  const options = limits.days.map(days => ({ value: daysOf(days), label: String(days) }));
  return <Segments label={t('play.time.days')} value={clock} options={options} onValue={onClock} />;
}

export function TimeFields(props: TimeFieldsProps) {
  const parsed = parseTimeControl(props.clock).kind;
  const kind: Kind = parsed === 'other' ? 'clock' : parsed;
  const options = kinds.map(value => ({ value, label: t(`play.time.${value}`) }));
  return (
    <fieldset class="stack">
      <legend>{t('play.time')}</legend>
      <Segments label={t('play.time')} value={kind} options={options} onValue={next => props.onClock(firstOf[next])} />
      {kind === 'clock' && <ClockFields {...props} />}
      {kind === 'days' && <DaysField {...props} />}
    </fieldset>
  );
}
