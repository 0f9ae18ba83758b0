// SPDX-License-Identifier: MIT
/* The layout shared by all pages: header, tab bar, footer, connection banner, toasts. */
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { t } from '../i18n';
import { usePreference } from '../state/preferences';
import { hasAccount, isStaff } from '../state/state';
import { useStore } from '../state/store';
import { IconButton } from '../ui/Button';
import { Icon, Mark, type IconName } from '../ui/Icon';
import { Banner } from './Banner';
import { useKeys } from './keys';
import { isDark } from './appearance';
import type { Page } from './page';
import { setPreference } from './preferences';
import { openDialog, useLocation } from './router';
import { serverName } from './title';
import { TurnLink } from './TurnLink';
import { WaitingLink } from './WaitingLink';

const entries = [
  { nav: 'play', href: '/', text: 'common.play', icon: 'swords' },
  { nav: 'watch', href: '/watch', text: 'common.watch', icon: 'eye' },
  { nav: 'analyse', href: '/analysis', text: 'common.analyse', icon: 'graph' },
  { nav: 'puzzles', href: '/training', text: 'common.puzzles', icon: 'puzzle' },
  { nav: 'players', href: '/players', text: 'common.players', icon: 'people' },
] as const;

const current = (page: Page | null, nav: string) => (page?.nav === nav ? ('page' as const) : undefined);

/** Whether the browser has no network at all. */
function useOffline(): boolean {
  const [offline, setOffline] = useState(!navigator.onLine);
  useEffect(() => {
    const changed = () => setOffline(!navigator.onLine);
    for (const name of ['online', 'offline']) addEventListener(name, changed);
    return () => ['online', 'offline'].forEach(name => removeEventListener(name, changed));
  }, []);
  return offline;
}

/** Marks a link to a page that does not work without a connection. */
const needsNet = (needed: boolean) => (needed ? { 'aria-disabled': true, title: t('common.needsConnection') } : {});

function ThemeButton() {
  usePreference('background');
  const dark = isDark();
  const toggle = () => void setPreference('background', dark ? 'light' : 'dark').catch(() => undefined);
  return <IconButton class="hide-phone" icon={dark ? 'sun' : 'moon'} label={t(dark ? 'common.theme.light' : 'common.theme.dark')} onClick={toggle} />;
}

function Bell() {
  const unread = useStore(state => state.unread.notifications);
  const label = unread ? t('common.notificationsNew', { n: unread }) : t('common.notifications');
  return (
    <a class="icon-btn" href="/notifications" aria-label={label} title={label}>
      <Icon name="bell" />
      {unread > 0 && <span class="count">{unread > 99 ? '99+' : unread}</span>}
    </a>
  );
}

function Me() {
  const session = useStore(state => state.session);
  const unknown = useStore(state => state.session.name === null && state.connection.phase === 'lost');
  if (unknown) return null;
  if (!hasAccount(session))
    return (
      <button type="button" class="btn line small" onClick={() => openDialog('login')}>
        {t('common.logIn')}
      </button>
    );
  return (
    <>
      <Bell />
      <a class="me" href={`/@/${session.name}`}>
        <span class="avatar sm" aria-hidden="true">
          {session.name!.charAt(0)}
        </span>
        <span class="hide-phone">{session.name}</span>
        <span class="sr"> {t('common.profile')}</span>
      </a>
    </>
  );
}

function Header({ page }: { page: Page | null }) {
  const staff = useStore(state => isStaff(state.session));
  const offline = useOffline();
  return (
    <header class="bar">
      <a class="skip" href="#main">
        {t('common.skip')}
      </a>
      <a class="brand" href="/">
        <Mark />
        <span class="clip">{serverName()}</span>
      </a>
      <nav aria-label={t('common.main')}>
        {entries.map(entry => (
          <a key={entry.nav} href={entry.href} aria-current={current(page, entry.nav)} {...needsNet(offline && entry.nav !== 'analyse')}>
            {t(entry.text)}
          </a>
        ))}
        {staff && (
          <a href="/admin" aria-current={current(page, 'admin')}>
            {t('common.admin')}
          </a>
        )}
      </nav>
      <Banner quiet={page?.offline ?? false} />
      <TurnLink />
      <WaitingLink />
      <div class="bar-end">
        <IconButton class="hide-phone" icon="search" label={t('common.search')} onClick={() => openDialog('search')} />
        <ThemeButton />
        <Me />
      </div>
    </header>
  );
}

function TabBar({ page }: { page: Page | null }) {
  const session = useStore(state => state.session);
  const offline = useOffline();
  const { pathname } = useLocation();
  const you = hasAccount(session) ? `/@/${session.name}` : '/account';
  // Your own profile is marked as "You" in the navigation.
  const shown = pathname.toLowerCase() === you.toLowerCase() && page ? { ...page, nav: 'you' as const } : page;
  const tabs: { nav: string; href: string; text: string; icon: IconName }[] = [
    ...entries.map(entry => ({ ...entry, text: t(entry.text) })),
    { nav: 'you', href: you, text: t('common.you'), icon: 'user' },
  ];
  return (
    <nav class="tabbar" aria-label={t('common.main')}>
      {tabs.map(({ nav, href, text, icon }) => (
        <a key={nav} href={href} aria-current={current(shown, nav)} {...needsNet(offline && nav !== 'analyse' && href !== '/account')}>
          <Icon name={icon} />
          {text}
        </a>
      ))}
    </nav>
  );
}

function Footer() {
  const links = [
    ['/account/look', 'common.preferences'],
    ['/help', 'common.help'],
    ['/help/rules', 'common.rules'],
    ['/help/api', 'common.api'],
    ['/help/sources', 'common.sources'],
  ] as const;
  return (
    <footer class="foot">
      <span>{t('common.runsOn', { server: 'Rookery' })}</span>
      {links.map(([href, text]) => (
        <a key={href} href={href}>
          {t(text)}
        </a>
      ))}
    </footer>
  );
}

export interface ShellProps {
  page: Page | null;
  children: ComponentChildren;
}

export function Shell({ page, children }: ShellProps) {
  useKeys({ '?': () => openDialog('keys') });
  useLayoutEffect(() => {
    document.body.classList.toggle('at-board', page?.board ?? false);
  }, [page]);
  return (
    <>
      <Header page={page} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer />
      <TabBar page={page} />
    </>
  );
}
