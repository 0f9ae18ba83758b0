// SPDX-License-Identifier: MIT
/* Take all your data with you; close the account. */
import { useState } from 'preact/hooks';
import { reconnectAs } from '../../app/client';
import { errorText } from '../../app/errors';
import { navigate } from '../../app/router';
import { toast } from '../../app/toast';
import { t } from '../../i18n';
import { useStore } from '../../state/store';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Card';
import { TextField } from '../../ui/Field';
import { Loading, useLoad } from '../../ui/Load';
import { Problem } from '../../ui/Problem';
import { getJson, postForm } from '../../wire/http';
import { CodeField } from './Security';
import { twoFactorShape, type TwoFactorState } from './TwoFactor';
import { useForm } from './useForm';

function Data() {
  const name = useStore(state => state.session.name)!;
  return (
    <Card title={t('account.data')}>
      <div class="body stack">
        <p class="muted">{t('account.dataText')}</p>
        <div>
          <a class="btn" href="/account/data" download={`${name}.tar`} data-reload>
            {t('account.download')}
          </a>
        </div>
      </div>
    </Card>
  );
}

function CloseForm({ code, onCancel }: { code: boolean; onCancel(): void }) {
  const [erase, setErase] = useState(false);
  const form = useForm({ password: '', code: '' }, async values => {
    await postForm('/account/close', { password: values.password, code: values.code || undefined, erase: erase || undefined });
    await reconnectAs();
    navigate('/');
    toast(t('account.closed'), 'good');
  });
  return (
    <form class="stack" onSubmit={form.onSubmit}>
      <fieldset class="choices">
        <legend class="sr">{t('account.close')}</legend>
        <label class="choice">
          <input type="radio" name="erase" checked={!erase} onChange={() => setErase(false)} />
          <span>
            <b>{t('account.closeKeep')}</b>
            <small>{t('account.closeKeepText')}</small>
          </span>
        </label>
        <label class="choice">
          <input type="radio" name="erase" checked={erase} onChange={() => setErase(true)} />
          <span>
            <b>{t('account.closeErase')}</b>
            <small>{t('account.closeEraseText')}</small>
          </span>
        </label>
      </fieldset>
      <TextField label={t('account.oldPassword')} type="password" autocomplete="current-password" required value={form.values.password} onValue={form.set('password')} error={form.errors['password']} />
      <CodeField form={form} needed={code} />
      <Problem text={form.failure ?? ''} />
      <div class="wrap">
        <Button type="submit" kind="danger" busy={form.busy}>
          {t('account.closeNow')}
        </Button>
        <Button kind="line" onClick={onCancel}>
          {t('account.keep')}
        </Button>
      </div>
    </form>
  );
}

function Close() {
  const [open, setOpen] = useState(false);
  const factor = useLoad<TwoFactorState>('two-factor', () => getJson('/account/two-factor', twoFactorShape));
  return (
    <Card title={t('account.close')}>
      <div class="body stack">
        <p class="muted">{t('account.closeText')}</p>
        {open ? (
          <Loading loaded={factor} describe={errorText}>
            {state => <CloseForm code={state.enabled} onCancel={() => setOpen(false)} />}
          </Loading>
        ) : (
          <div>
            <Button kind="danger-line" onClick={() => setOpen(true)}>
              {t('account.closeAsk')}
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}

export function YourData() {
  return (
    <>
      <Data />
      <Close />
    </>
  );
}
