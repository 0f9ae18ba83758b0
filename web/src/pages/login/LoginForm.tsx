// SPDX-License-Identifier: MIT
/* Name, password and, if the account has one, the code of the second factor. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { reconnectAs } from '../../app/client';
import { t } from '../../i18n';
import { postForm } from '../../wire/http';
import { Button } from '../../ui/Button';
import { TextField } from '../../ui/Field';
import { Problem } from '../../ui/Problem';
import { loginFaults, type Faults } from './faults';

export interface LoginFormProps {
  onDone(): void;
  onForgotten(): void;
}

export function LoginForm({ onDone, onForgotten }: LoginFormProps) {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState<string | null>(null);
  const [faults, setFaults] = useState<Faults>({});
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const asked = code !== null;
  // The field appears when the password was right: there is nothing else to do.
  useEffect(() => {
    if (asked) form.current?.querySelector<HTMLElement>('[name="one-time-code"]')?.focus();
  }, [asked]);

  const logIn = async () => {
    await postForm('/account/login', { name: name.trim(), password, code: code?.trim() || undefined });
    await reconnectAs();
    onDone();
  };
  const submit = (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setFaults({});
    logIn()
      .catch((error: unknown) => {
        const found = loginFaults(error);
        if (found.needsCode) setCode(code ?? '');
        setFaults(found);
      })
      .finally(() => setBusy(false));
  };
  return (
    <form ref={form} class="stack" onSubmit={submit}>
      <TextField label={t('login.name')} name="username" autocomplete="username" spellcheck={false} autofocus required value={name} error={faults.name} onValue={setName} />
      <TextField label={t('login.password')} name="password" type="password" autocomplete="current-password" required value={password} error={faults.password} onValue={setPassword} />
      {asked && (
        <TextField
          label={t('login.code')}
          help={t('login.codeHelp')}
          name="one-time-code"
          autocomplete="one-time-code"
          spellcheck={false}
          value={code}
          error={faults.code}
          onValue={setCode}
        />
      )}
      <Problem text={faults.form ?? ''} />
      <Button kind="primary" size="big" type="submit" busy={busy}>
        {t('common.logIn')}
      </Button>
      <p class="small">
        <button type="button" class="link" onClick={onForgotten}>
          {t('login.forgot')}
        </button>
      </p>
    </form>
  );
}
