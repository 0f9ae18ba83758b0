// SPDX-License-Identifier: MIT
/* The members, and those of them who are banned or muted. */
import { errorText } from '../../app/errors';
import { formatDate, t } from '../../i18n';
import { Card } from '../../ui/Card';
import { Loading, useLoad } from '../../ui/Load';
import { getBans, getMutes, type Listed } from './api';
import { Members } from './Members';
import { useNames } from './names';
import { Table, userLink } from './parts';

function Sanctioned({ list, label, none }: { list: Listed[]; label: string; none: string }) {
  const nameOf = useNames(list.flatMap(({ id, by }) => [id, by]));
  if (!list.length) return <p class="empty muted">{none}</p>;
  const head = [t('admin.player'), t('admin.why'), t('admin.ends')].map(text => <th scope="col">{text}</th>);
  return (
    <Table label={label} head={head}>
      {list.map(({ id, name, reason, by, until }) => (
        <tr key={id}>
          <td>
            <a href={userLink(name ?? id)}>{name ?? nameOf(id)}</a>
          </td>
          <td>
            {reason} <span class="muted">({nameOf(by)})</span>
          </td>
          <td class="nowrap muted">{until ? formatDate(until) : t('admin.never')}</td>
        </tr>
      ))}
    </Table>
  );
}

/** Both lists are shown together, so that the first does not push the second down. */
function Sanctions({ may }: { may(permission: string): boolean }) {
  const lists = useLoad('sanctions', () => Promise.all([may('ban') ? getBans() : null, may('mute') ? getMutes() : null]));
  return (
    <Loading loaded={lists} describe={errorText}>
      {([bans, mutes]) => (
        <>
          {bans && (
            <Card title={t('admin.banned')} class="w6">
              <Sanctioned list={bans} label={t('admin.banned')} none={t('admin.nobodyBanned')} />
            </Card>
          )}
          {mutes && (
            <Card title={t('admin.muted')} class="w6">
              <Sanctioned list={mutes} label={t('admin.muted')} none={t('admin.nobodyMuted')} />
            </Card>
          )}
        </>
      )}
    </Loading>
  );
}

export function Users({ may }: { may(permission: string): boolean }) {
  return (
    <>
      <Members may={may} />
      <Sanctions may={may} />
    </>
  );
}
