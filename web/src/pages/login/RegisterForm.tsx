// SPDX-License-Identifier: MIT
/* A new account: the name is checked while it is typed. */
import { useState } from 'preact/hooks';
import { reconnectAs } from '../../app/client';
import type { ServerInfo } from '../../app/server';
import { checkName, checkPassword } from '../../base/names';
import { t } from '../../i18n';
import { postForm } from '../../wire/http';
import { Button } from '../../ui/Button';
import { PasswordField, TextField } from '../../ui/Field';
import { Problem } from '../../ui/Problem';
import { registerFaults, type Faults } from './faults';
import { useNameTaken } from './nameTaken';

const usualLimits = { nameMin: 2, nameMax: 20, passwordMin: 8 };

export interface RegisterFormProps {
  limits?: ServerInfo['limits'];
  /** Whether the server can send e-mail; without it, an address has no use. */
  mail: boolean;
  onDone(): void;
}

/** The errors that can be found before the server is asked. */
function checkFields(name: string, password: string, limits: typeof usualLimits): Faults {
  const nameFault = checkName(name, limits);
  const passwordFault = checkPassword(password, name, limits.passwordMin);
  return {
    ...(nameFault ? { name: t(`login.name.${nameFault}`, { min: limits.nameMin, max: limits.nameMax }) } : {}),
    ...(passwordFault ? { password: t(`login.password.${passwordFault}`, { n: limits.passwordMin }) } : {}),
  };
}

/** 'Polgar is taken. Try Polgar64 or Polgar_chess.' */
function takenText(name: string, suggestions: string[]): string {
  const [one, other] = suggestions;
  return one && other ? t('login.takenTry', { name, one, other }) : t('login.taken', { name });
}

export function RegisterForm({ limits = usualLimits as ServerInfo['limits'], mail, onDone }: RegisterFormProps) {
  const [text, setText] = useState('');
  const [password, setPassword] = useState('');
  const [email, setEmail] = useState('');
  const [faults, setFaults] = useState<Faults>({});
  const [busy, setBusy] = useState(false);
  const name = text.trim();
  const taken = useNameTaken(name, limits);

  const register = async () => {
    await postForm('/account/register', { name, password, email: email.trim() || undefined });
    await reconnectAs();
    onDone();
  };
  const submit = (event: Event) => {
    event.preventDefault();
    const found = checkFields(name, password, limits);
    setFaults(found);
    if (found.name || found.password) return;
    setBusy(true);
    register()
      .catch((error: unknown) => setFaults(registerFaults(error, name)))
      .finally(() => setBusy(false));
  };
  const nameError = taken ? takenText(name, taken) : faults.name;
  return (
    <form class="stack" onSubmit={submit} noValidate>
      <TextField
        label={t('login.name')}
        help={t('login.nameHelp', { min: limits.nameMin, max: limits.nameMax })}
        name="username"
        autocomplete="username"
        spellcheck={false}
        autofocus
        required
        maxLength={limits.nameMax}
        value={text}
        error={nameError}
        onValue={value => {
          setText(value);
          setFaults({ ...faults, name: undefined });
        }}
      />
      <PasswordField
        label={t('login.password')}
        help={t('login.passwordHelp', { n: limits.passwordMin })}
        name="password"
        autocomplete="new-password"
        required
        value={password}
        error={faults.password}
        onValue={value => {
          setPassword(value);
          setFaults({ ...faults, password: undefined });
        }}
      />
      {mail && (
        <TextField
          label={
            <>
              {t('login.email')} <span class="muted">{t('login.optional')}</span>
            </>
          }
          help={t('login.emailHelp')}
          name="email"
          type="email"
          autocomplete="email"
          value={email}
          error={faults.email}
          onValue={setEmail}
        />
      )}
      <Problem text={faults.form ?? ''} />
      <Button kind="primary" size="big" type="submit" busy={busy}>
        {t('login.createButton')}
      </Button>
    </form>
  );
}
