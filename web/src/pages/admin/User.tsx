// SPDX-License-Identifier: MIT
/* The staff's view of one account. */
import { errorText } from '../../app/errors';
import { formatDate, formatNumber, formatTime, t, tryText } from '../../i18n';
import { Card } from '../../ui/Card';
import { Loading, useLoad } from '../../ui/Load';
import { getUser, type Sanction, type User } from './api';
import { Ago } from './parts';
import { Notes } from './Notes';
import { UserAddresses } from './UserAddresses';
import { AccountActions, SanctionForm } from './UserActions';

export interface UserPartProps {
  user: User;
  may(permission: string): boolean;
  onDone(): void;
}

const yesNo = (on: boolean): string => t(on ? 'common.yes' : 'common.no');

function Facts({ user }: { user: User }) {
  const facts = [
    [t('admin.role'), tryText(`admin.role.${user.role}`, user.role)],
    [t('admin.status'), tryText(`admin.status.${user.status}`, user.status)],
    [t('admin.created'), formatDate(user.createdAt)],
    [t('admin.games'), formatNumber(user.games)],
    [t('admin.kid'), yesNo(user.kid)],
    [t('admin.factor'), yesNo(user.secondFactor)],
  ] as const;
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div>
        <dt>{t('admin.seen')}</dt>
        <dd>{user.seenAt ? <Ago date={user.seenAt} /> : '–'}</dd>
      </div>
    </dl>
  );
}

export const describeSanction = ({ reason, by, until }: Sanction, nameOf: (id: string) => string): string =>
  `${reason} (${nameOf(by)}${until ? `, ${t('admin.until', { date: `${formatDate(until)} ${formatTime(until)}` })}` : ''})`;

function UserParts(props: UserPartProps) {
  const { user, may } = props;
  return (
    <>
      <Card
        title={user.name}
        extra={
          <a class="small" href={`/@/${user.name}`}>
            {t('admin.profile')}
          </a>
        }
      >
        <div class="body">
          <Facts user={user} />
        </div>
      </Card>
      {may('mute') && <SanctionForm {...props} kind="mute" />}
      {may('ban') && <SanctionForm {...props} kind="ban" />}
      <AccountActions {...props} />
      {may('notes') && <Notes user={user} />}
      {may('addresses') && <UserAddresses user={user} />}
    </>
  );
}

export function UserView({ name, may }: { name: string; may(permission: string): boolean }) {
  const user = useLoad(name, () => getUser(name));
  return (
    <Loading loaded={user} describe={errorText}>
      {found => <UserParts user={found} may={may} onDone={user.reload} />}
    </Loading>
  );
}
