// SPDX-License-Identifier: MIT
/* The rating that the opponent may have. An empty field means: any. */
import { useState } from 'preact/hooks';
import { t } from '../i18n';

export interface RangeFieldsProps {
  /** '1500-1800'; null: any. */
  range: string | null;
  onRange(range: string | null): void;
}

const LOWEST = 100;
const HIGHEST = 4000;

/** '1500-1800' of two texts, of which one may be empty; null if both are. */
export function rangeOf(low: string, high: string): string | null {
  if (!low && !high) return null;
  const from = Math.max(LOWEST, Number(low) || LOWEST);
  const to = Math.min(HIGHEST, Number(high) || HIGHEST);
  return `${Math.min(from, to)}-${Math.max(from, to)}`;
}

/** What the fields show for a range: the limits stand for 'any'. */
function fieldsOf(range: string | null): [string, string] {
  const [low = '', high = ''] = range?.split('-') ?? [];
  return [low === String(LOWEST) ? '' : low, high === String(HIGHEST) ? '' : high];
}

function NumberField({ label, value, onValue }: { label: string; value: string; onValue(value: string): void }) {
  return (
    <label class="inline-field">
      <span>{label}</span>
      <input
        class="input"
        type="number"
        inputMode="numeric"
        min={LOWEST}
        max={HIGHEST}
        step={50}
        placeholder={t('play.rangeAny')}
        value={value}
        onChange={event => onValue(event.currentTarget.value)}
      />
    </label>
  );
}

export function RangeFields({ range, onRange }: RangeFieldsProps) {
  const [[low, high], setFields] = useState(fieldsOf(range));
  const change = (nextLow: string, nextHigh: string) => {
    setFields([nextLow, nextHigh]);
    onRange(rangeOf(nextLow, nextHigh));
  };
  return (
    <fieldset>
      <legend>{t('play.range')}</legend>
      <div class="range-fields">
        <NumberField label={t('play.rangeFrom')} value={low} onValue={value => change(value, high)} />
        <NumberField label={t('play.rangeTo')} value={high} onValue={value => change(low, value)} />
      </div>
    </fieldset>
  );
}
