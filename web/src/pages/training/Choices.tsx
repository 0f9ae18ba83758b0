// SPDX-License-Identifier: MIT
/* What the next puzzle should be: its theme and how hard it is. */
import { formatNumber, t } from '../../i18n';
import { hasAccount } from '../../state/state';
import { useStore } from '../../state/store';
import { SelectField } from '../../ui/Field';
import { difficulties, type Choice, type Difficulty, type ThemeCount } from './api';
import { themeName } from './themes';

export interface ChoicesProps {
  choice: Choice;
  themes: readonly ThemeCount[];
  onChange(choice: Choice): void;
}

/** A guest has no rating to compare with. */
const difficultyName = (difficulty: Difficulty, account: boolean): string =>
  t(difficulty === 'normal' && !account ? 'training.difficulty.medium' : `training.difficulty.${difficulty}`);

export function Choices({ choice, themes, onChange }: ChoicesProps) {
  const account = useStore(({ session }) => hasAccount(session));
  const named = themes.map(({ key, count }) => ({ value: key, label: `${themeName(key)} (${formatNumber(count)})` }));
  const [all, rest] = [named.filter(({ value }) => value === 'mix'), named.filter(({ value }) => value !== 'mix')];
  const options = [...all, ...rest.sort((a, b) => a.label.localeCompare(b.label))];
  return (
    <section class="card pad stack" aria-label={t('training.choices')}>
      <SelectField label={t('training.theme')} value={choice.theme} options={options} onValue={theme => onChange({ ...choice, theme })} />
      <SelectField
        label={t('training.difficulty')}
        value={choice.difficulty}
        options={difficulties.map(value => ({ value, label: difficultyName(value, account) }))}
        onValue={difficulty => onChange({ ...choice, difficulty: difficulty as Difficulty })}
      />
      <p class="small">
        <a href="/training/daily">{t('training.daily')}</a>
      </p>
    </section>
  );
}
