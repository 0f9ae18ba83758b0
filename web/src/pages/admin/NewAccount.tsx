// SPDX-License-Identifier: MIT
/* An account for somebody else, who gets a link from the staff and sets the password with it. */
import { useState } from 'preact/hooks';
import { errorText, fieldTexts } from '../../app/errors';
import { t } from '../../i18n';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { TextField } from '../../ui/Field';
import { HttpError } from '../../wire/http';
import { createUser, type Invitation } from './api';
import { Problem, userLink } from './parts';
import { SecretLink } from './SecretLink';

interface Faults {
  name?: string;
  email?: string;
  form?: string;
}

function faultsOf(error: unknown): Faults {
  if (error instanceof HttpError && error.status === 409) return { name: errorText(error) };
  const { name, email } = fieldTexts(error);
  return name || email ? { name, email } : { form: errorText(error) };
}

function Form({ onCreated }: { onCreated(invitation: Invitation): void }) {
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [faults, setFaults] = useState<Faults>({});
  const [busy, setBusy] = useState(false);
  const submit = (event: Event) => {
    event.preventDefault();
    setBusy(true);
    createUser(name.trim(), email.trim()).then(onCreated, (error: unknown) => {
      setBusy(false);
      setFaults(faultsOf(error));
    });
  };
  return (
    <form class="stack" onSubmit={submit} noValidate>
      <p class="muted">{t('admin.newAccountText')}</p>
      <TextField
        label={t('admin.searchName')}
        help={t('admin.newAccountNameHelp')}
        error={faults.name}
        value={name}
        autocomplete="off"
        spellcheck={false}
        maxLength={20}
        autofocus
        required
        onValue={value => {
          setName(value);
          setFaults({ ...faults, name: undefined });
        }}
      />
      <TextField label={t('admin.newAccountEmail')} help={t('admin.newAccountEmailHelp')} error={faults.email} value={email} type="email" autocomplete="off" onValue={setEmail} />
      <Problem text={faults.form ?? ''} />
      <Button kind="primary" type="submit" busy={busy} disabled={!name.trim()}>
        {t('admin.createAccount')}
      </Button>
    </form>
  );
}

function Ready({ invitation: { name, link }, onAnother }: { invitation: Invitation; onAnother(): void }) {
  return (
    <div class="stack">
      <p role="status">{t('admin.accountReady', { name })}</p>
      <SecretLink link={link} help={t('admin.invitationHelp')} />
      <div class="wrap">
        <Button kind="primary" onClick={onAnother}>
          {t('admin.anotherAccount')}
        </Button>
        <a class="btn line" href={userLink(name)}>
          {t('admin.openUser', { name })}
        </a>
      </div>
    </div>
  );
}

export interface NewAccountProps {
  onCreated(): void;
  onClose(): void;
}

export function NewAccountDialog({ onCreated, onClose }: NewAccountProps) {
  const [invitation, setInvitation] = useState<Invitation | null>(null);
  const show = (created: Invitation) => {
    setInvitation(created);
    onCreated();
  };
  return (
    <Dialog title={t('admin.newAccount')} onClose={onClose}>
      {invitation ? <Ready invitation={invitation} onAnother={() => setInvitation(null)} /> : <Form onCreated={show} />}
    </Dialog>
  );
}
