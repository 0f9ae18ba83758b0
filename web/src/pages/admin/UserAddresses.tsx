// SPDX-License-Identifier: MIT
/* Where an account came from, and which other accounts came from there. */
import { errorText } from '../../app/errors';
import { t, tryText } from '../../i18n';
import { Card } from '../../ui/Card';
import { Loading, useLoad } from '../../ui/Load';
import { getUserList, type User } from './api';
import { useNames } from './names';
import { Ago, Table, userLink } from './parts';

interface Address {
  address: string;
  last: number;
}

interface Shared extends Address {
  account: string;
  status: string;
}

function Addresses({ list }: { list: Address[] }) {
  if (!list.length) return <p class="empty muted">{t('admin.noAddresses')}</p>;
  return (
    <ul class="rows">
      {list.map(({ address, last }) => (
        <li key={address}>
          <span class="grow">{address}</span>
          <span class="muted">
            <Ago date={last} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function SharedTable({ list }: { list: Shared[] }) {
  const nameOf = useNames(list.map(({ account }) => account));
  if (!list.length) return <p class="empty muted">{t('admin.noShared')}</p>;
  const head = [t('admin.player'), t('admin.network'), t('admin.seen')].map(text => <th scope="col">{text}</th>);
  return (
    <Table label={t('admin.shared')} head={head}>
      {list.map(({ account, address, last, status }) => (
        <tr key={account + address}>
          <td>
            <a href={userLink(account)}>{nameOf(account)}</a>{status !== 'active' && <span class="badge">{tryText(`admin.status.${status}`, status)}</span>}
          </td>
          <td>{address}</td>
          <td class="muted nowrap">
            <Ago date={last} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

export function UserAddresses({ user }: { user: User }) {
  const addresses = useLoad(user.id, () => getUserList<Address>(user.id, 'addresses'));
  const shared = useLoad(user.id, () => getUserList<Shared>(user.id, 'shared'));
  return (
    <>
      <Card class="w6" title={t('admin.addresses')}>
        <Loading loaded={addresses} describe={errorText}>
          {list => <Addresses list={list} />}
        </Loading>
      </Card>
      <Card title={t('admin.shared')}>
        <Loading loaded={shared} describe={errorText}>
          {list => <SharedTable list={list} />}
        </Loading>
      </Card>
    </>
  );
}
