// SPDX-License-Identifier: MIT
/* The first run: three answers, by the link that the server prints when it starts. */
import './page.css';
import { useState } from 'preact/hooks';
import { errorText } from '../../app/errors';
import { ErrorPage } from '../../app/ErrorPage';
import type { PageProps } from '../../app/page';
import { useServerInfo } from '../../app/server';
import { readMeta, serverName, useTitle } from '../../app/title';
import { t } from '../../i18n';
import { Button } from '../../ui/Button';
import { PasswordField, TextField } from '../../ui/Field';
import { Mark } from '../../ui/Icon';
import { postForm } from '../../wire/http';
import { ACCESSES, accessText, accessTitle, checkAnswers, refusedField, type AnswerErrors, type Answers } from './form';
import { Preview } from './Preview';

const DEFAULT_LIMITS = { nameMin: 2, nameMax: 20, passwordMin: 8 };

interface StepProps {
  answers: Answers;
  errors: AnswerErrors;
  change(part: Partial<Answers>): void;
}

function StepTitle({ n, id, text }: { n: number; id: string; text: string }) {
  return (
    <h2 id={id}>
      <span class="n" aria-hidden="true">
        {n}
      </span>
      {text}
    </h2>
  );
}

function NameStep({ answers, errors, change }: StepProps) {
  return (
    <section class="card step" aria-labelledby="setup-name">
      <StepTitle n={1} id="setup-name" text={t('setup.called')} />
      <TextField label={t('setup.serverName')} help={t('setup.serverNameHelp')} error={errors.serverName} value={answers.serverName} maxLength={60} autofocus onValue={serverName => change({ serverName })} />
      <TextField label={t('setup.address')} help={t('setup.addressHelp')} value={location.origin} readOnly onValue={() => undefined} />
    </section>
  );
}

function AdminStep({ answers, errors, change }: StepProps) {
  return (
    <section class="card step" aria-labelledby="setup-admin">
      <StepTitle n={2} id="setup-admin" text={t('setup.who')} />
      <div class="two">
        <TextField label={t('setup.yourName')} error={errors.name} value={answers.name} autocomplete="username" spellcheck={false} onValue={name => change({ name })} />
        <PasswordField label={t('setup.password')} error={errors.password} value={answers.password} autocomplete="new-password" onValue={password => change({ password })} />
      </div>
      <p class="small muted">{t('setup.admin')}</p>
    </section>
  );
}

function AccessStep({ answers, change }: StepProps) {
  return (
    <section class="card step" aria-labelledby="setup-access">
      <StepTitle n={3} id="setup-access" text={t('setup.mayPlay')} />
      <div class="choices" role="radiogroup" aria-labelledby="setup-access">
        {ACCESSES.map(access => (
          <label key={access} class="choice">
            <input type="radio" name="access" checked={answers.access === access} onChange={() => change({ access })} />
            <span>
              <b>{accessTitle(access)}</b>
              <small>{accessText(access)}</small>
            </span>
          </label>
        ))}
      </div>
    </section>
  );
}

const firstAnswers = (): Answers => ({ serverName: serverName() === 'Rookery' ? '' : serverName(), name: '', password: '', access: 'everyone' });

const sendAnswers = (code: string, { serverName: name, ...rest }: Answers) => postForm('/setup', { code, 'server-name': name.trim(), ...rest });

/** The link is wrong, or the server has an admin already. */
function BadLink() {
  return (
    <ErrorPage title={t('setup.badLink')} text={t('setup.badLinkText')}>
      <a class="btn line" href="/">
        {t('common.home')}
      </a>
    </ErrorPage>
  );
}

/** The first field with an error, once it is drawn: on a phone it may be far above the button. */
const focusWrongField = (form: HTMLElement): void => void requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid]')?.focus());

function SetupForm({ code }: { code: string }) {
  const info = useServerInfo();
  const [answers, setAnswers] = useState(firstAnswers);
  const [errors, setErrors] = useState<AnswerErrors>({});
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const change = (part: Partial<Answers>) => {
    setAnswers({ ...answers, ...part });
    setErrors(Object.fromEntries(Object.entries(errors).filter(([field]) => !(field in part))));
  };
  const refuse = (error: unknown) => {
    const field = refusedField(error);
    setBusy(false);
    setErrors(field ? { [field]: errorText(error) } : {});
    setProblem(field ? '' : errorText(error));
  };
  const submit = (event: Event) => {
    event.preventDefault();
    const wrong = checkAnswers(answers, info?.limits ?? DEFAULT_LIMITS);
    setErrors(wrong);
    setProblem('');
    if (Object.keys(wrong).length) return focusWrongField(event.currentTarget as HTMLElement);
    setBusy(true);
    // The page is loaded again: the header and the connection are those of the new admin.
    sendAnswers(code, answers).then(() => location.assign('/'), refuse);
  };
  const step = { answers, errors, change };
  return (
    <div class="setup">
      <div class="intro">
        <p class="brand">
          <Mark />
          <span>Rookery</span>
        </p>
        <h1>{t('setup.title')}</h1>
        <p class="muted">{t('setup.lead')}</p>
      </div>
      <form onSubmit={submit} noValidate>
        <NameStep {...step} />
        <AdminStep {...step} />
        <AccessStep {...step} />
        {problem && (
          <p class="failed" role="alert">
            {problem}
          </p>
        )}
        <Button kind="primary" size="big" type="submit" busy={busy}>
          {t('setup.open')}
        </Button>
      </form>
      <Preview name={answers.serverName} info={info} />
    </div>
  );
}

export default function SetupPage({ url }: PageProps) {
  useTitle(t('setup.short'));
  return readMeta('rookery-status') ? <BadLink /> : <SetupForm code={url.searchParams.get('code') ?? ''} />;
}
