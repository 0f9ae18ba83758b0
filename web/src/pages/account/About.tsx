// SPDX-License-Identifier: MIT
/* The public profile of an account. */
import { useState } from 'preact/hooks';
import { errorText, fieldTexts } from '../../app/errors';
import { language, t } from '../../i18n';
import { useStore } from '../../state/store';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Card';
import { FieldFrame, SelectField, TextField } from '../../ui/Field';
import { Loading, useLoad } from '../../ui/Load';
import { Problem } from '../../ui/Problem';
import { getJson, postForm } from '../../wire/http';
import { userShape, userPath, type User, type UserProfile } from '../../wire/users';
import { countryCodes } from './countries';

const names = new Intl.DisplayNames([language], { type: 'region' });

function countries(): { value: string; label: string }[] {
  const list = countryCodes.map(code => ({ value: code, label: names.of(code) ?? code }));
  list.sort((a, b) => a.label.localeCompare(b.label, language));
  return [{ value: '', label: t('account.noCountry') }, ...list];
}

const ratingFields = ['fideRating', 'uscfRating', 'ecfRating', 'cfcRating', 'rcfRating', 'dsbRating'] as const;
const textFields = ['bio', 'realName', 'flag', 'location', 'links', ...ratingFields] as const;
type Values = Record<(typeof textFields)[number], string>;

const valuesOf = (profile: UserProfile): Values =>
  Object.fromEntries(textFields.map(name => [name, String((profile as Record<string, unknown>)[name] ?? '')])) as Values;

function Form({ profile }: { profile: UserProfile }) {
  const [values, setValues] = useState(valuesOf(profile));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [phase, setPhase] = useState<'' | 'busy' | 'saved'>('');
  const set = (name: keyof Values) => (value: string) => {
    setValues({ ...values, [name]: value });
    setErrors({ ...errors, [name]: '' });
    setPhase('');
  };
  const save = async (event: Event) => {
    event.preventDefault();
    setPhase('busy');
    setFailure(null);
    try {
      await postForm('/account/profile', values);
      setPhase('saved');
    } catch (error) {
      const fields = fieldTexts(error);
      setErrors(fields);
      setFailure(Object.keys(fields).length ? null : errorText(error));
      setPhase('');
    }
  };
  return (
    <form class="body stack" onSubmit={save}>
      <FieldFrame label={t('account.bio')} help={t('account.bioHelp', { n: 400 - values.bio.length })} error={errors['bio']}>
        {({ id, describedBy, invalid }) => (
          <textarea id={id} class="input" maxLength={400} aria-describedby={describedBy} aria-invalid={invalid || undefined} value={values.bio} onInput={event => set('bio')(event.currentTarget.value)} />
        )}
      </FieldFrame>
      <div class="two">
        <TextField label={t('account.realName')} value={values.realName} maxLength={100} error={errors['realName']} onValue={set('realName')} autocomplete="name" />
        <TextField label={t('account.location')} value={values.location} maxLength={80} error={errors['location']} onValue={set('location')} />
        <SelectField label={t('account.country')} value={values.flag} options={countries()} onValue={set('flag')} />
      </div>
      <FieldFrame label={t('account.links')} help={t('account.linksHelp')} error={errors['links']}>
        {({ id, describedBy, invalid }) => (
          <textarea id={id} class="input low" maxLength={1000} aria-describedby={describedBy} aria-invalid={invalid || undefined} value={values.links} onInput={event => set('links')(event.currentTarget.value)} />
        )}
      </FieldFrame>
      <fieldset>
        <legend>{t('account.otherRatings')}</legend>
        <div class="six">
          {ratingFields.map(name => (
            <TextField
              key={name}
              label={name.replace('Rating', '').toUpperCase()}
              value={values[name]}
              inputmode="numeric"
              maxLength={4}
              error={errors[name]}
              onValue={set(name)}
            />
          ))}
        </div>
      </fieldset>
      <Problem text={failure ?? ''} />
      <div class="wrap">
        <Button kind="primary" type="submit" busy={phase === 'busy'}>
          {t('common.save')}
        </Button>
        {phase === 'saved' && (
          <span class="up" role="status">
            {t('common.saved')}
          </span>
        )}
      </div>
    </form>
  );
}

export function About() {
  const name = useStore(state => state.session.name)!;
  const kid = useStore(state => state.session.kid);
  const loaded = useLoad<User>(name, () => getJson(userPath(name), userShape));
  return (
    <Card title={t('account.about')}>
      {kid && <p class="notice">{t('account.aboutKid')}</p>}
      <Loading loaded={loaded} describe={errorText}>
        {user => <Form profile={user.profile ?? {}} />}
      </Loading>
    </Card>
  );
}
