// SPDX-License-Identifier: MIT
/* The form of the search: nothing is searched before it is sent. */
import { useState } from 'preact/hooks';
import { formatNumber, t } from '../../i18n';
import { perfName } from '../../i18n/names';
import { positionAddress } from '../../chess/address';
import { Button } from '../../ui/Button';
import { SelectField, TextField } from '../../ui/Field';
import type { ExplorerDatabase } from '../../wire/explorer';
import { databaseOf, isNarrowed, type Field, type Search } from './query';

const results = ['', '1-0', '0-1', '1/2-1/2'] as const;
const resultTexts = { '': 'games.anyResult', '1-0': 'games.whiteWon', '0-1': 'games.blackWon', '1/2-1/2': 'games.drawn' } as const;

/** Conditions that most searches do without. */
const more: readonly Field[] = ['since', 'until', 'eco', 'material', 'pattern', 'fen'];

const keyOf = ({ name, variant }: ExplorerDatabase): string => `${name} ${variant}`;

function titleOf({ name, own, games, variant }: ExplorerDatabase): string {
  const title = own ? t('games.own') : name;
  const kind = variant === 'all' ? t('games.allVariants') : perfName(variant);
  return `${variant === 'standard' ? title : `${title}, ${kind}`} (${formatNumber(games)})`;
}

/** Standard chess need not be named in the address. */
const choiceOf = ({ name, variant }: ExplorerDatabase) => ({ db: name, variant: variant === 'standard' ? '' : variant });

export interface SearchFormProps {
  search: Search;
  databases: readonly ExplorerDatabase[];
  /** What the server says about single fields. */
  errors: Record<string, string>;
  onSearch(search: Search): void;
  onClear(): void;
}

export function SearchForm({ search, databases, errors, onSearch, onClear }: SearchFormProps) {
  const [draft, setDraft] = useState(search);
  const field = (name: Field) => ({ value: draft[name], error: errors[name] ?? null, name, onValue: (value: string) => setDraft({ ...draft, [name]: value }) });
  const shown = databaseOf(databases, draft);
  return (
    <form
      class="conditions fields card"
      role="search"
      onSubmit={event => {
        event.preventDefault();
        onSearch(draft);
      }}
    >
      {databases.length > 1 && (
        <div class="database">
          <SelectField
            label={t('games.database')}
            value={shown ? keyOf(shown) : ''}
            options={databases.map(database => ({ value: keyOf(database), label: titleOf(database) }))}
            onValue={key => setDraft({ ...draft, ...choiceOf(databases.find(database => keyOf(database) === key)!) })}
          />
        </div>
      )}
      <TextField label={t('games.player')} {...field('player')} autocomplete="off" spellcheck={false} maxLength={60} />
      <TextField label={t('games.opponent')} {...field('opponent')} autocomplete="off" spellcheck={false} maxLength={60} />
      <SelectField label={t('games.result')} value={draft.result} options={results.map(value => ({ value, label: t(resultTexts[value]) }))} onValue={result => setDraft({ ...draft, result })} />
      <details class="wide" open={more.some(name => search[name] || errors[name])}>
        <summary>{t('games.more')}</summary>
        <div class="fields">
          <TextField label={t('games.since')} {...field('since')} inputmode="numeric" placeholder="2024" maxLength={7} />
          <TextField label={t('games.until')} {...field('until')} inputmode="numeric" placeholder="2026" maxLength={7} />
          <TextField label={t('games.eco')} {...field('eco')} autocomplete="off" placeholder="B20-B99" maxLength={7} />
          <TextField label={t('games.material')} help={t('games.materialHint')} {...field('material')} autocomplete="off" maxLength={30} />
          <div class="wide">
            <TextField label={t('games.pattern')} help={t('games.patternHint')} {...field('pattern')} autocomplete="off" spellcheck={false} maxLength={100} />
          </div>
          <div class="wide">
            <TextField label={t('games.position')} help={t('games.positionHint')} {...field('fen')} autocomplete="off" spellcheck={false} maxLength={100} />
            {draft.fen && !errors['fen'] && <a href={positionAddress('analysis', draft.fen, shown && shown.variant !== 'all' ? shown.variant : 'standard')}>{t('games.toBoard')}</a>}
          </div>
        </div>
      </details>
      <div class="wide send">
        <Button kind="primary" icon="search" type="submit">
          {t('games.search')}
        </Button>
        {isNarrowed(search) && (
          <Button kind="line" onClick={onClear}>
            {t('games.clear')}
          </Button>
        )}
      </div>
    </form>
  );
}
