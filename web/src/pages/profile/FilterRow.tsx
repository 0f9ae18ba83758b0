// SPDX-License-Identifier: MIT
/* The filters of a list of games: results as chips, the rest behind a button. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../i18n';
import { perfKeys, perfName } from '../../i18n/names';
import { SelectField, TextField } from '../../ui/Field';
import { findPlayers } from '../../wire/users';
import { countHidden, withOpponent, type Filters, type GameResult } from './filters';

interface FilterRowProps {
  filters: Filters;
  /** The number of all games. */
  count: number;
  /** The names of the opponents on the page. */
  opponents: readonly string[];
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

/** Names that contain what was typed: of opponents on the page, and of players on the server. */
function useSuggestions(text: string, opponents: readonly string[]): string[] {
  const [found, setFound] = useState<string[]>([]);
  useEffect(() => {
    if (text.length < 3) return setFound([]);
    const timer = setTimeout(() => {
      findPlayers(text).then(setFound, () => setFound([]));
    }, 200);
    return () => clearTimeout(timer);
  }, [text]);
  const met = opponents.filter(name => name.toLowerCase().includes(text.toLowerCase()));
  return text ? [...new Set([...met, ...found])].slice(0, 8) : [];
}

/** What is typed counts after a short rest. */
const REST = 400;

/** A field whose value is taken over while one types. */
function useTyped(value: string, onValue: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => setText(value), [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (next: string) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => next.trim() !== value && onValue(next.trim()), REST);
  };
  return [text, type];
}

interface OpponentProps {
  filters: Filters;
  opponents: readonly string[];
  onChange(filters: Filters): void;
}

/** The opponent, by a part of the name. */
function Opponent({ filters, opponents, onChange }: OpponentProps) {
  const names = useRef<string[]>([]);
  const [text, type] = useTyped(filters.vs || filters.opponent, next => onChange(withOpponent(filters, next, names.current)));
  names.current = useSuggestions(text, opponents);
  return (
    <div class="grow" role="search">
      <input
        class="input"
        type="search"
        aria-label={t('profile.filter.opponent')}
        placeholder={t('profile.filter.opponent')}
        list="opponents"
        autocomplete="off"
        spellcheck={false}
        maxLength={31}
        value={text}
        onInput={event => type(event.currentTarget.value)}
      />
      <datalist id="opponents">
        {names.current.map(name => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </div>
  );
}

interface MoreFiltersProps {
  filters: Filters;
  onChange(change: Partial<Filters>): void;
}

function MoreFilters({ filters, onChange }: MoreFiltersProps) {
  const perfs = [{ value: '', label: t('profile.filter.anyKind') }, ...perfKeys.filter(key => key !== 'puzzle').map(key => ({ value: key, label: perfName(key) }))];
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
  const [opening, typeOpening] = useTyped(filters.opening, next => onChange({ opening: next }));
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
      <TextField label={t('profile.filter.opening')} type="search" placeholder={t('profile.filter.openingExample')} maxLength={60} value={opening} onValue={typeOpening} />
      <TextField label={t('profile.filter.since')} type="date" value={filters.since} onValue={since => onChange({ since })} />
      <TextField label={t('profile.filter.until')} type="date" value={filters.until} onValue={until => onChange({ until })} />
    </div>
  );
}

export function FilterRow({ filters, count, opponents, open: initiallyOpen, onChange, onClear }: FilterRowProps) {
  const hidden = countHidden(filters);
  const [open, setOpen] = useState(initiallyOpen || hidden > 0);
  // The number is that of all games: beside other filters it would be wrong.
  const others = hidden > 0 || filters.vs !== '' || filters.opponent !== '' || filters.rated !== null;
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
        <Opponent filters={filters} opponents={opponents} onChange={onChange} />
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
