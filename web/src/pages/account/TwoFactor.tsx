// SPDX-License-Identifier: MIT
/* The second factor: an authenticator app, and recovery codes for when it is lost. */
import { useState } from 'preact/hooks';
import { t } from '../../i18n';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Card';
import { TextField } from '../../ui/Field';
import { QrCode } from '../../ui/QrCode';
import { Problem } from '../../ui/Problem';
import { postForJson, postForm } from '../../wire/http';
import type { Shape } from '../../wire/shape';
import { RecoveryCodes } from './RecoveryCodes';
import { useForm } from './useForm';

export interface TwoFactorState {
  enabled: boolean;
  recoveryCodes: number;
}

export const twoFactorShape: Shape = { enabled: 'boolean', recoveryCodes: 'number' };

interface Enrolment {
  secret: string;
  uri: string;
}

interface Codes {
  recoveryCodes: string[];
}

const codesShape: Shape = { recoveryCodes: ['string'] };

/** First step: the password. */
function Start({ onEnrol }: { onEnrol(enrolment: Enrolment): void }) {
  const form = useForm({ password: '' }, async values => onEnrol(await postForJson<Enrolment>('/account/two-factor/enrol', values, { secret: 'string', uri: 'string' })));
  return (
    <form class="stack" onSubmit={form.onSubmit}>
      <p class="muted">{t('account.factorText')}</p>
      <TextField label={t('account.oldPassword')} type="password" autocomplete="current-password" required value={form.values.password} onValue={form.set('password')} error={form.errors['password']} />
      <Problem text={form.failure ?? ''} />
      <div>
        <Button type="submit" busy={form.busy}>
          {t('account.factorStart')}
        </Button>
      </div>
    </form>
  );
}

/** Second step: the app reads the secret and shows a code. */
function ConfirmCode({ enrolment, onCodes, onCancel }: { enrolment: Enrolment; onCodes(codes: string[]): void; onCancel(): void }) {
  const form = useForm({ code: '' }, async values => onCodes((await postForJson<Codes>('/account/two-factor/confirm', values, codesShape)).recoveryCodes));
  return (
    <form class="stack" onSubmit={form.onSubmit}>
      <p>{t('account.factorScan')}</p>
      <div class="enrol">
        <QrCode text={enrolment.uri} label={t('account.factorQr')} />
        <div class="stack">
          <p class="small muted">{t('account.factorSecret')}</p>
          <code class="secret">{enrolment.secret.replace(/(.{4})/g, '$1 ').trim()}</code>
          <TextField label={t('account.factorCode')} value={form.values.code} onValue={form.set('code')} error={form.errors['code']} inputmode="numeric" autocomplete="one-time-code" maxLength={6} required autofocus />
        </div>
      </div>
      <Problem text={form.failure ?? ''} />
      <div class="wrap">
        <Button type="submit" kind="primary" busy={form.busy}>
          {t('account.factorConfirm')}
        </Button>
        <Button kind="line" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  );
}

type Task = 'codes' | 'disable';

/** With a second factor: new recovery codes, or switch it off; both need password and code. */
function Manage({ state, onCodes, onChange }: { state: TwoFactorState; onCodes(codes: string[]): void; onChange(): void }) {
  const [task, setTask] = useState<Task | null>(null);
  const form = useForm({ password: '', code: '' }, async values => {
    if (task === 'codes') return onCodes((await postForJson<Codes>('/account/two-factor/recovery-codes', values, codesShape)).recoveryCodes);
    await postForm('/account/two-factor/disable', values);
    onChange();
  });
  return (
    <div class="stack">
      <p>
        <span class="badge ok">{t('account.factorOn')}</span> {t('account.factorLeft', { n: state.recoveryCodes })}
      </p>
      {task ? (
        <form class="stack" onSubmit={form.onSubmit}>
          <p>{t(task === 'codes' ? 'account.factorNewCodesText' : 'account.factorOffText')}</p>
          <div class="two">
            <TextField label={t('account.oldPassword')} type="password" autocomplete="current-password" required value={form.values.password} onValue={form.set('password')} error={form.errors['password']} />
            <TextField label={t('account.code')} value={form.values.code} onValue={form.set('code')} error={form.errors['code']} autocomplete="one-time-code" required spellcheck={false} />
          </div>
          <Problem text={form.failure ?? ''} />
          <div class="wrap">
            <Button type="submit" kind={task === 'disable' ? 'danger' : 'primary'} busy={form.busy}>
              {t(task === 'codes' ? 'account.factorNewCodes' : 'account.factorOff')}
            </Button>
            <Button kind="line" onClick={() => setTask(null)}>
              {t('common.cancel')}
            </Button>
          </div>
        </form>
      ) : (
        <div class="wrap">
          <Button kind="line" onClick={() => setTask('codes')}>
            {t('account.factorNewCodes')}
          </Button>
          <Button kind="danger-line" onClick={() => setTask('disable')}>
            {t('account.factorOff')}
          </Button>
        </div>
      )}
    </div>
  );
}

export function TwoFactor({ state, onChange }: { state: TwoFactorState; onChange(): void }) {
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const showCodes = (list: string[]) => {
    setEnrolment(null);
    setCodes(list);
  };
  const closeCodes = () => {
    setCodes(null);
    onChange();
  };
  return (
    <Card title={t('account.factor')}>
      <div class="body">
        {codes ? (
          <RecoveryCodes codes={codes} onClose={closeCodes} />
        ) : enrolment ? (
          <ConfirmCode enrolment={enrolment} onCodes={showCodes} onCancel={() => setEnrolment(null)} />
        ) : state.enabled ? (
          <Manage state={state} onCodes={showCodes} onChange={onChange} />
        ) : (
          <Start onEnrol={setEnrolment} />
        )}
      </div>
    </Card>
  );
}
