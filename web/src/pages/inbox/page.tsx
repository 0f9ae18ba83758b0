// SPDX-License-Identifier: MIT
/* Messages and notifications: /messages, /messages/anna, /notifications. */
import './page.css';
import type { ComponentChildren } from 'preact';
import { openDialog } from '../../app/router';
import type { PageProps } from '../../app/page';
import { useTitle } from '../../app/title';
import { t } from '../../i18n';
import { hasAccount } from '../../state/state';
import { useStore } from '../../state/store';
import { Button } from '../../ui/Button';
import { Messages } from './Messages';
import { Notifications } from './Notifications';

function Count({ n }: { n: number }) {
  return <span class="count">{n > 0 && <span class="badge new">{n}</span>}</span>;
}

function Navigation({ current }: { current: 'messages' | 'notifications' }) {
  const unread = useStore(state => state.unread);
  return (
    <nav class="inbox-nav" aria-label={t('inbox.nav')}>
      <a href="/notifications" aria-current={current === 'notifications' ? 'page' : undefined}>
        {t('common.notifications')} <Count n={unread.notifications} />
      </a>
      <a href="/messages" aria-current={current === 'messages' ? 'page' : undefined}>
        {t('common.messages')} <Count n={unread.messages} />
      </a>
    </nav>
  );
}

/** In the place of what this visitor does not have. */
function Notice({ children }: { children: ComponentChildren }) {
  return <div class="card pad stack inbox-note">{children}</div>;
}

function NoAccount() {
  return (
    <Notice>
      <p>{t('inbox.noAccount')}</p>
      <div class="wrap">
        <Button kind="primary" onClick={() => openDialog('login')}>
          {t('common.logIn')}
        </Button>
        <Button onClick={() => openDialog('register')}>{t('common.register')}</Button>
      </div>
    </Notice>
  );
}

export default function InboxPage({ params, url }: PageProps) {
  const session = useStore(state => state.session);
  const current = url.pathname.startsWith('/notifications') ? 'notifications' : 'messages';
  const name = params['name'] ?? '';
  useTitle(name || t(current === 'messages' ? 'common.messages' : 'common.notifications'));
  if (session.name === null) return null; // who we are comes with the first message
  return (
    <div class={name ? 'page inbox reading' : 'page inbox'}>
      <h1 class="sr">{t(current === 'messages' ? 'common.messages' : 'common.notifications')}</h1>
      <Navigation current={current} />
      {!hasAccount(session) ? (
        <NoAccount />
      ) : current === 'notifications' ? (
        <Notifications />
      ) : session.kid ? (
        <Notice>
          <p>{t('inbox.kid')}</p>
        </Notice>
      ) : (
        <Messages name={name} you={session.name} />
      )}
    </div>
  );
}
