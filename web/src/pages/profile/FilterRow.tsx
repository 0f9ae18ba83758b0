// SPDX-License-Identifier: MIT
/* The filters of a list of games: results as chips, the rest behind a button. */
import { useEffect, useState } from 'preact/hooks';
import { t } from '../../i18n';
import { perfKeys, perfName } from '../../i18n/names';
import { SelectField, TextField } from '../../ui/Field';
import { findPlayers } from '../../wire/users';
import { countHidden, type Filters, type GameResult } from './filters';

interface FilterRowProps {
  filters: Filters;
  /** The number of all games. */
  count: number;
  /** Shows all filters from the start. */
  open: boolean;
  onChange(filters: Filters): void;
  onClear(): void;
}

const results: GameResult[] = ['win', 'draw', 'loss'];

interface ChipProps {
  pressed: boolean;
  onClick(): void;
  children: string;
}

const Chip = ({ pressed, onClick, children }: ChipProps) => (
  <button type="button" class="chip" aria-pressed={pressed} onClick={onClick}>
    {children}
  </button>
);

/** Names that begin with what was typed. */
function useSuggestions(text: string): string[] {
  const [names, setNames] = useState<string[]>([]);
  useEffect(() => {
    if (text.length < 3) return setNames([]);
    const timer = setTimeout(() => {
      findPlayers(text).then(setNames, () => setNames([]));
    }, 200);
    return () => clearTimeout(timer);
  }, [text]);
  return names;
}

/** The opponent: taken over when the name is complete or Enter is pressed. */
function Opponent({ value, onValue }: { value: string; onValue(name: string): void }) {
  const [text, setText] = useState(value);
  const names = useSuggestions(text);
  useEffect(() => setText(value), [value]);
  const take = (name: string) => name !== value && onValue(name);
  const onInput = (next: string) => {
    setText(next);
    if (!next || names.includes(next)) take(next);
  };
  return (
    <form
      class="grow"
      role="search"
      onSubmit={event => {
        event.preventDefault();
        take(text.trim());
      }}
    >
      <input
        class="input"
        type="search"
        aria-label={t('profile.filter.opponent')}
        placeholder={t('profile.filter.opponent')}
        list="opponents"
        autocomplete="off"
        spellcheck={false}
        value={text}
        onInput={event => onInput(event.currentTarget.value)}
        onBlur={() => take(text.trim())}
      />
      <datalist id="opponents">
        {names.map(name => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </form>
  );
}

interface MoreFiltersProps {
  filters: Filters;
  onChange(change: Partial<Filters>): void;
}

function MoreFilters({ filters, onChange }: MoreFiltersProps) {
  const perfs = [{ value: '', label: t('profile.filter.anyKind') }, ...perfKeys.map(key => ({ value: key, label: perfName(key) }))];
  const colors = [
    { value: '', label: t('profile.filter.anyColor') },
    { value: 'white', label: t('profile.filter.white') },
    { value: 'black', label: t('profile.filter.black') },
  ];
  const rated = [
    { value: '', label: t('profile.filter.anyRated') },
    { value: 'true', label: t('profile.filter.onlyRated') },
    { value: 'false', label: t('profile.filter.onlyCasual') },
  ];
  return (
    <div class="more-filters">
      <SelectField label={t('profile.filter.kind')} value={filters.perf} options={perfs} onValue={perf => onChange({ perf })} />
      <SelectField label={t('profile.filter.color')} value={filters.color ?? ''} options={colors} onValue={color => onChange({ color: (color || null) as Filters['color'] })} />
      <SelectField
        label={t('profile.filter.ratedField')}
        value={filters.rated === null ? '' : String(filters.rated)}
        options={rated}
        onValue={value => onChange({ rated: value === '' ? null : value === 'true' })}
      />
      <TextField label={t('profile.filter.since')} type="date" value={filters.since} onValue={since => onChange({ since })} />
      <TextField label={t('profile.filter.until')} type="date" value={filters.until} onValue={until => onChange({ until })} />
    </div>
  );
}

export function FilterRow({ filters, count, open: initiallyOpen, onChange, onClear }: FilterRowProps) {
  const hidden = countHidden(filters);
  const [open, setOpen] = useState(initiallyOpen || hidden > 0);
  // The number is that of all games: beside other filters it would be wrong.
  const others = hidden > 0 || filters.vs !== '' || filters.rated !== null;
  const change = (more: Partial<Filters>) => onChange({ ...filters, ...more });
  return (
    <>
      <div class="filters">
        <Chip pressed={filters.result === null} onClick={() => change({ result: null })}>
          {others ? t('profile.filter.all') : t('profile.filter.allCount', { n: count })}
        </Chip>
        {results.map(result => (
          <Chip key={result} pressed={filters.result === result} onClick={() => change({ result: filters.result === result ? null : result })}>
            {t(`profile.filter.${result}`)}
          </Chip>
        ))}
        <Chip pressed={filters.rated === true} onClick={() => change({ rated: filters.rated ? null : true })}>
          {t('profile.filter.rated')}
        </Chip>
        <button type="button" class="chip" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t('profile.filter.more')}
          {hidden > 0 && ` (${hidden})`}
        </button>
        <Opponent value={filters.vs} onValue={vs => change({ vs })} />
        {(others || filters.result) && (
          <button type="button" class="btn text small" onClick={onClear}>
            {t('profile.filter.clear')}
          </button>
        )}
      </div>
      {open && <MoreFilters filters={filters} onChange={change} />}
    </>
  );
}
