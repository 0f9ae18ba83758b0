// SPDX-License-Identifier: MIT
/* Account and preferences: /account, /account/look, /account/security and so on. The addresses differ from
 * those of the HTTP API, so that a page never answers in place of data. */
import './page.css';
import type { ComponentType } from 'preact';
import { NotFound } from '../../app/App';
import { logOut } from '../../app/logout';
import type { PageProps } from '../../app/page';
import { useTitle } from '../../app/title';
import { t, type Key } from '../../i18n';
import { hasAccount, isStaff } from '../../state/state';
import { useStore } from '../../state/store';
import { Button } from '../../ui/Button';
import { Icon, type IconName } from '../../ui/Icon';
import { useScrollToCurrent } from '../../ui/useScrollToCurrent';
import { About } from './About';
import { Apps } from './Apps';
import { Devices } from './Devices';
import { YourData } from './YourData';
import { Appearance } from './Appearance';
import { Play } from './Play';
import { Privacy } from './Privacy';
import { Security } from './Security';
import { Sound } from './Sound';
import { Welcome } from './Welcome';

interface Section {
  name: string;
  icon: IconName;
  Part: ComponentType;
  /** Whether it needs an account. */
  account: boolean;
}

const sections: readonly Section[] = [
  { name: 'about', icon: 'user', Part: About, account: true },
  { name: 'look', icon: 'palette', Part: Appearance, account: false },
  { name: 'play', icon: 'board', Part: Play, account: false },
  { name: 'sound', icon: 'soundOn', Part: Sound, account: false },
  { name: 'privacy', icon: 'people', Part: Privacy, account: true },
  { name: 'security', icon: 'lock', Part: Security, account: true },
  { name: 'devices', icon: 'phone', Part: Devices, account: true },
  { name: 'apps', icon: 'key', Part: Apps, account: true },
  { name: 'leave', icon: 'download', Part: YourData, account: true },
];

const titleOf = (section: Section): string => t(`account.${section.name}` as Key);

function Navigation({ shown, current }: { shown: readonly Section[]; current: Section | null }) {
  const strip = useScrollToCurrent(current?.name ?? '');
  return (
    <nav class="a-nav" aria-label={t('common.account')} ref={strip}>
      {shown.map(section => (
        <a key={section.name} href={`/account/${section.name}`} aria-current={section === current ? 'page' : undefined}>
          <Icon name={section.icon} />
          {titleOf(section)}
        </a>
      ))}
    </nav>
  );
}

function Head({ name, account }: { name: string; account: boolean }) {
  const staff = useStore(state => isStaff(state.session));
  return (
    <header class="ac-head">
      <h1>{account ? name : t('common.preferences')}</h1>
      {account && (
        <>
          <a class="btn line small" href={`/@/${name}`}>
            {t('common.profile')}
          </a>
          {staff && (
            <a class="btn line small" href="/admin">
              {t('common.admin')}
            </a>
          )}
          <Button kind="line" size="small" icon="logout" onClick={() => void logOut()}>
            {t('common.logOut')}
          </Button>
        </>
      )}
    </header>
  );
}

export default function AccountPage({ params }: PageProps) {
  const session = useStore(state => state.session);
  const account = hasAccount(session);
  const part = params['section'] ?? '';
  const shown = sections.filter(section => account || !section.account);
  const current = sections.find(section => section.name === part) ?? (part === '' && account ? sections[0]! : null);
  useTitle(current ? titleOf(current) : t('common.account'));
  if (part && !current) return <NotFound />;
  // The first message says who we are. Without a connection, the appearance can still be changed.
  if (session.name === null && (!current || current.account)) return null;
  const closed = current?.account && !account;
  return (
    <div class="page account">
      <Head name={session.name ?? ''} account={account} />
      <Navigation shown={shown} current={current} />
      <div class="ac-body stack">
        {!account && (!current || closed) && <Welcome />}
        {current && !closed && <current.Part />}
        {!account && !current && <Appearance />}
      </div>
    </div>
  );
}
