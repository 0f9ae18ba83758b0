// SPDX-License-Identifier: MIT
/* A forgotten password: a link by e-mail, where the server can send any. */
import { useState } from 'preact/hooks';
import { errorText } from '../../app/errors';
import { t } from '../../i18n';
import { postForm } from '../../wire/http';
import { Button } from '../../ui/Button';
import { TextField } from '../../ui/Field';
import { Problem } from '../../ui/Problem';

function MailForm() {
  const [name, setName] = useState('');
  const [state, setState] = useState<'asking' | 'busy' | 'sent'>('asking');
  const [error, setError] = useState('');
  const submit = (event: Event) => {
    event.preventDefault();
    setState('busy');
    setError('');
    postForm('/account/reset-request', { name: name.trim() }).then(
      () => setState('sent'),
      (failure: unknown) => {
        setState('asking');
        setError(errorText(failure));
      },
    );
  };
  if (state === 'sent') return <p role="status">{t('login.sent')}</p>;
  return (
    <form class="stack" onSubmit={submit}>
      <TextField label={t('login.nameOrEmail')} autocomplete="username" spellcheck={false} autofocus required value={name} onValue={setName} />
      <Problem text={error} />
      <Button kind="primary" size="big" type="submit" busy={state === 'busy'}>
        {t('login.send')}
      </Button>
    </form>
  );
}

export function Forgotten({ mail, onBack }: { mail: boolean; onBack(): void }) {
  return (
    <>
      <p>{t(mail ? 'login.mailHow' : 'login.noMail')}</p>
      {mail && <MailForm />}
      <p class="small">
        <button type="button" class="link" onClick={onBack}>
          {t('login.back')}
        </button>
      </p>
    </>
  );
}
