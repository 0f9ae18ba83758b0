// SPDX-License-Identifier: MIT
/* Password, e-mail address and second factor. */
import { errorText } from '../../app/errors';
import { useServerInfo } from '../../app/server';
import { toast } from '../../app/toast';
import { t } from '../../i18n';
import { loadRefusals, refusalText } from '../../i18n/refusals';
import { useStore } from '../../state/store';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Card';
import { TextField } from '../../ui/Field';
import { Loading, useLoad } from '../../ui/Load';
import { Problem } from '../../ui/Problem';
import { getJson, postForJson, postForm } from '../../wire/http';
import { twoFactorShape, TwoFactor, type TwoFactorState } from './TwoFactor';
import { useForm, type Form } from './useForm';

/** The code of the second factor, where the account has one. */
export function CodeField<V extends { code: string }>({ form, needed }: { form: Form<V>; needed: boolean }) {
  if (!needed) return null;
  return (
    <TextField
      label={t('account.code')}
      help={t('account.codeHelp')}
      value={form.values.code}
      onValue={form.set('code')}
      error={form.errors['code']}
      autocomplete="one-time-code"
      required
      spellcheck={false}
    />
  );
}

function Password({ code }: { code: boolean }) {
  const name = useStore(state => state.session.name)!;
  const form = useForm({ old: '', new: '', code: '' }, values =>
    postForm('/account/password', { old: values.old, new: values.new, code: values.code || undefined }).then(() => toast(t('account.passwordChanged'), 'good')),
  );
  return (
    <Card title={t('account.password')}>
      <form class="body stack" onSubmit={form.onSubmit}>
        <input class="sr" type="text" name="username" autocomplete="username" value={name} readOnly tabIndex={-1} aria-hidden="true" />
        <div class="two">
          <TextField label={t('account.oldPassword')} type="password" autocomplete="current-password" required value={form.values.old} onValue={form.set('old')} error={form.errors['old']} />
          <TextField
            label={t('account.newPassword')}
            help={t('account.passwordHelp')}
            type="password"
            autocomplete="new-password"
            required
            value={form.values.new}
            onValue={form.set('new')}
            error={form.errors['new']}
          />
        </div>
        <CodeField form={form} needed={code} />
        <Problem text={form.failure ?? ''} />
        <div>
          <Button type="submit" kind="primary" busy={form.busy}>
            {t('account.changePassword')}
          </Button>
        </div>
      </form>
    </Card>
  );
}

/** What the address is used for, which is nothing where the server cannot send e-mail. */
function emailText(email: string | null, mail: boolean): string {
  if (!email) return t('account.emailNone');
  return mail ? t('account.emailNow', { email }) : t('account.emailUnused', { email });
}

function Email({ email, mail, code, onChange }: { email: string | null; mail: boolean; code: boolean; onChange(): void }) {
  const form = useForm({ email: '', password: '', code: '' }, async values => {
    const answer = await postForJson<{ message?: string; code?: string }>('/account/email', { email: values.email, password: values.password, code: values.code || undefined }, 'map');
    await loadRefusals();
    toast(answer.message ? refusalText({ text: answer.message, code: answer.code }) : t('common.saved'), 'good');
    onChange();
  });
  return (
    <Card title={t('account.email')}>
      <form class="body stack" onSubmit={form.onSubmit}>
        <p class="muted">{emailText(email, mail)}</p>
        <div class="two">
          <TextField
            label={t('account.newEmail')}
            help={email ? t('account.emailRemove') : undefined}
            type="email"
            autocomplete="email"
            required={!email}
            value={form.values.email}
            onValue={form.set('email')}
            error={form.errors['email']}
          />
          <TextField label={t('account.oldPassword')} type="password" autocomplete="current-password" required value={form.values.password} onValue={form.set('password')} error={form.errors['password']} />
        </div>
        <CodeField form={form} needed={code} />
        <Problem text={form.failure ?? ''} />
        <div>
          <Button type="submit" busy={form.busy}>
            {t('account.changeEmail')}
          </Button>
        </div>
      </form>
    </Card>
  );
}

export function Security() {
  const factor = useLoad<TwoFactorState>('two-factor', () => getJson('/account/two-factor', twoFactorShape));
  const mail = useServerInfo()?.mail ?? true;
  const email = useLoad<{ email: string | null }>('email', () => getJson('/api/account/email', 'map'));
  return (
    <Loading loaded={factor} describe={errorText}>
      {state => (
        <>
          <Password code={state.enabled} />
          <TwoFactor state={state} onChange={factor.reload} />
          <Loading loaded={email} describe={errorText}>
            {answer => (mail || answer.email) && <Email email={answer.email} mail={mail} code={state.enabled} onChange={email.reload} />}
          </Loading>
        </>
      )}
    </Loading>
  );
}
