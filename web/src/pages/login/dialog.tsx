// SPDX-License-Identifier: MIT
/* Log in or register, over the page that one was on. */
import './page.css';
import type { DialogPageProps } from '../../app/Dialogs';
import { openDialog } from '../../app/router';
import { useServerInfo } from '../../app/server';
import { t } from '../../i18n';
import { getState } from '../../state/store';
import { Dialog } from '../../ui/Dialog';
import { Segments } from '../../ui/Field';
import { Forgotten } from './Forgotten';
import { LoginForm } from './LoginForm';
import { RegisterForm } from './RegisterForm';

type Mode = 'login' | 'register' | 'forgotten';

const modeOf = (url: URL): Mode => (url.searchParams.has('register') ? 'register' : url.searchParams.get('login') === 'forgotten' ? 'forgotten' : 'login');

const go = (query: string): void => openDialog(query, { replace: true });

/** A guest's game stays with the guest session. */
function GuestGame() {
  const { session, ours } = getState();
  if (session.role !== 'guest' || !Object.keys(ours).length) return null;
  return <p class="notice small">{t('login.guestGame')}</p>;
}

export default function LoginDialog({ url, onClose }: DialogPageProps) {
  const mode = modeOf(url);
  const info = useServerInfo();
  const titles = { login: 'login.welcome', register: 'login.create', forgotten: 'login.forgotten' } as const;
  const options = [
    { value: 'login' as const, label: t('common.logIn') },
    { value: 'register' as const, label: t('common.register') },
  ];
  return (
    <Dialog title={t(titles[mode])} onClose={onClose}>
      {mode !== 'forgotten' && info?.registration !== false && <Segments label={t('login.which')} value={mode} options={options} onValue={go} />}
      <GuestGame />
      {mode === 'login' && <LoginForm onDone={onClose} onForgotten={() => go('login=forgotten')} />}
      {mode === 'register' && (info?.registration === false ? <p>{t('login.closed')}</p> : <RegisterForm limits={info?.limits} mail={info?.mail ?? false} onDone={onClose} />)}
      {mode === 'forgotten' && <Forgotten mail={info?.mail ?? false} onBack={() => go('login')} />}
    </Dialog>
  );
}
