// SPDX-License-Identifier: MIT
/* The fields for the terms of a game. Which of them are shown depends on the kind of game. */
import { canBeRated, type RatedChoice, type Terms } from '../base/terms';
import { inOrder } from '../base/variants';
import { t, tryText } from '../i18n';
import { Segments, SelectField, Switch } from './Field';
import { RangeFields } from './RangeFields';
import { TimeFields } from './TimeFields';

export interface TermsFormProps {
  terms: Terms;
  onChange(terms: Terms): void;
  variants: readonly { key: string; name: string }[];
  limits: { days: readonly number[]; clockLimitMax: number; clockIncrementMax: number };
  /** Rated games need an account. */
  account: boolean;
  /** Whether to ask if the game is rated; 'either' also offers to leave it open. */
  rated?: boolean | 'either';
  /** Whether to ask for the opponent's rating. */
  range?: boolean;
}

function ColourField({ terms, onChange }: Pick<TermsFormProps, 'terms' | 'onChange'>) {
  const letters = { white: 'w', random: 'r', black: 'b' } as const;
  const options = (['white', 'random', 'black'] as const).map(side => ({
    value: side,
    label: (
      <>
        <span class={`side ${letters[side]}`} aria-hidden="true" />
        {t(`common.${side}`)}
      </>
    ),
  }));
  return (
    <fieldset>
      <legend>{t('play.colour')}</legend>
      <Segments label={t('play.colour')} value={terms.side} options={options} onValue={side => onChange({ ...terms, side })} />
    </fieldset>
  );
}

function ratedHelp({ terms, account }: TermsFormProps): string | null {
  if (!account) return t('play.guestHelp');
  if (!canBeRated(terms)) return t('play.untimedHelp');
  return terms.rated === 'either' ? t('play.eitherHelp') : null;
}

function RatedField(props: TermsFormProps) {
  const { terms, onChange, account, rated } = props;
  const possible = account && canBeRated(terms);
  const choices: { value: RatedChoice; label: string; disabled?: boolean }[] = [
    { value: 'casual', label: t('common.casual') },
    { value: 'rated', label: t('common.rated'), disabled: !possible },
  ];
  if (rated === 'either') choices.push({ value: 'either', label: t('play.either'), disabled: !possible });
  const help = ratedHelp(props);
  return (
    <fieldset>
      <legend>{t('play.kind')}</legend>
      <Segments label={t('play.kind')} value={possible ? terms.rated : 'casual'} options={choices} onValue={value => onChange({ ...terms, rated: value })} />
      {help && <p class="small muted help">{help}</p>}
    </fieldset>
  );
}

export function TermsForm(props: TermsFormProps) {
  const { terms, onChange, variants, limits } = props;
  const options = inOrder(variants, ({ key }) => key).map(({ key, name }) => ({ value: key, label: tryText(`variant.${key}`, name) }));
  return (
    <div class="stack terms-form">
      <TimeFields clock={terms.clock} limits={limits} onClock={clock => onChange({ ...terms, clock })} />
      <SelectField label={t('play.variant')} value={terms.variant} options={options} onValue={variant => onChange({ ...terms, variant })} />
      <ColourField terms={terms} onChange={onChange} />
      {props.rated && <RatedField {...props} />}
      {props.range && props.account && <RangeFields range={terms.range} onRange={range => onChange({ ...terms, range })} />}
      <Switch label={t('play.privateSwitch')} checked={terms.hidden} onValue={hidden => onChange({ ...terms, hidden })} />
    </div>
  );
}
