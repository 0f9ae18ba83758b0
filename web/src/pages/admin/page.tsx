// SPDX-License-Identifier: MIT
/* The pages of the staff. What somebody may do there is decided by the server; the page only hides the rest. */
import './page.css';
import type { ComponentType } from 'preact';
import { NotFound } from '../../app/App';
import { errorText } from '../../app/errors';
import { ErrorPage } from '../../app/ErrorPage';
import type { PageProps } from '../../app/page';
import { openDialog } from '../../app/router';
import { useTitle } from '../../app/title';
import { t, type Key } from '../../i18n';
import { hasAccount, isStaff } from '../../state/state';
import { useStore } from '../../state/store';
import { Button } from '../../ui/Button';
import { Icon, type IconName } from '../../ui/Icon';
import { Loading, useLoad } from '../../ui/Load';
import { useScrollToCurrent } from '../../ui/useScrollToCurrent';
import { Addresses } from './Addresses';
import { Announcements } from './Announcements';
import { getPermissions, getReports } from './api';
import { Log } from './Log';
import { Overview } from './Overview';
import { Reports } from './Reports';
import { Settings } from './Settings';
import { UserView } from './User';
import { Users } from './Users';

type May = (permission: string) => boolean;

interface AdminPart {
  name: string;
  title: Key;
  icon: IconName;
  permission: string;
  Part: ComponentType<{ may: May }>;
}

const parts: readonly AdminPart[] = [
  { name: '', title: 'admin.overview', icon: 'graph', permission: 'see-users', Part: Overview },
  { name: 'reports', title: 'admin.reports', icon: 'flag', permission: 'see-reports', Part: Reports },
  { name: 'users', title: 'admin.users', icon: 'people', permission: 'see-users', Part: Users },
  { name: 'addresses', title: 'admin.addresses', icon: 'block', permission: 'addresses', Part: Addresses },
  { name: 'announcements', title: 'admin.announcements', icon: 'mega', permission: 'announce', Part: Announcements },
  { name: 'log', title: 'admin.log', icon: 'book', permission: 'audit', Part: Log },
  { name: 'settings', title: 'admin.settings', icon: 'gear', permission: 'settings', Part: Settings },
];

function ReportCount() {
  const reports = useLoad('open', () => getReports('open'));
  return reports.data?.length ? <span class="badge new">{reports.data.length}</span> : null;
}

function Navigation({ current, may }: { current: AdminPart; may: May }) {
  const strip = useScrollToCurrent(current.name);
  return (
    <nav ref={strip} class="a-nav" aria-label={t('common.admin')}>
      {parts
        .filter(part => may(part.permission))
        .map(part => (
          <a key={part.name} href={part.name ? `/admin/${part.name}` : '/admin'} aria-current={part === current ? 'page' : undefined}>
            <Icon name={part.icon} />
            {t(part.title)}
            {part.name === 'reports' && <ReportCount />}
          </a>
        ))}
    </nav>
  );
}

/** The page is for others. */
function Refused() {
  const session = useStore(state => state.session);
  return (
    <ErrorPage title={t('admin.forStaff')} text={hasAccount(session) ? t('admin.notYou', { name: session.name ?? '' }) : undefined}>
      {hasAccount(session) ? (
        <a class="btn line" href="/">
          {t('common.home')}
        </a>
      ) : (
        <Button kind="primary" onClick={() => openDialog('login')}>
          {t('common.logIn')}
        </Button>
      )}
    </ErrorPage>
  );
}

function AdminView({ path }: { path: string }) {
  const permissions = useLoad('permissions', getPermissions);
  const [name = '', item] = path.split('/');
  const current = parts.find(part => part.name === name);
  if (!current || (item && name !== 'users')) return <NotFound />;
  return (
    <div class="page admin">
      <Loading loaded={permissions} describe={errorText}>
        {({ permissions: own }) => {
          const may: May = permission => own.includes(permission);
          return (
            <>
              <Navigation current={current} may={may} />
              <div class="a-main">
                {current.name && <h1 class="sr">{t(current.title)}</h1>}
                {item ? <UserView name={item} may={may} /> : <current.Part may={may} />}
              </div>
            </>
          );
        }}
      </Loading>
    </div>
  );
}

export default function AdminPage({ params }: PageProps) {
  const path = params['part'] ?? '';
  const current = parts.find(part => part.name === path.split('/')[0]);
  const staff = useStore(state => isStaff(state.session));
  useTitle(current ? t(current.title) : t('common.admin'));
  return staff ? <AdminView path={path} /> : <Refused />;
}
