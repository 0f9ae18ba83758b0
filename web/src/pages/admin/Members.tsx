// SPDX-License-Identifier: MIT
/* All members, in pages that are added below. */
import { useEffect, useState } from 'preact/hooks';
import { errorText } from '../../app/errors';
import { navigate } from '../../app/router';
import { formatDate, formatNumber, t, tryText } from '../../i18n';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Card';
import { SelectField, TextField } from '../../ui/Field';
import { Loading, useLoad } from '../../ui/Load';
import { getMembers, type Member, type MemberPage, type MemberQuery } from './api';
import { NewAccountDialog } from './NewAccount';
import { Ago, Problem, Table, userLink } from './parts';

const TYPING_MS = 200;

/** The list follows the search when the typing pauses. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

function RoleBadge({ role }: { role: string }) {
  return role === 'player' ? null : <span class="badge">{tryText(`admin.role.${role}`, role)}</span>;
}

function StatusBadge({ status }: { status: string }) {
  const kind = { banned: 'bad', closed: 'warn' }[status] ?? '';
  return <span class={`badge ${kind}`.trim()}>{tryText(`admin.status.${status}`, status)}</span>;
}

function Row({ member: { name, role, status, createdAt, seenAt, games } }: { member: Member }) {
  return (
    <tr>
      <td>
        <a href={userLink(name)}>{name}</a> <RoleBadge role={role} />
        <small class="phone muted">{status === 'active' ? formatDate(createdAt) : <StatusBadge status={status} />}</small>
      </td>
      <td class="hide-phone">{status === 'active' ? <span class="muted">{t('admin.status.active')}</span> : <StatusBadge status={status} />}</td>
      <td class="nowrap muted hide-phone">{formatDate(createdAt)}</td>
      <td class="nowrap muted">
        {seenAt > createdAt ? <Ago date={seenAt} /> : '–'}
      </td>
      <td class="num">{formatNumber(games)}</td>
    </tr>
  );
}

interface ListProps {
  page: MemberPage;
  query: MemberQuery;
  onMore(page: MemberPage): void;
}

function List({ page: { users, more }, query, onMore }: ListProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const loadMore = async () => {
    setBusy(true);
    setProblem('');
    try {
      const next = await getMembers(query, users.at(-1));
      onMore({ users: [...users, ...next.users], more: next.more });
    } catch (error) {
      setProblem(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  if (!users.length) return <p class="empty muted">{t('admin.nobodyFound')}</p>;
  return (
    <>
      <Table
        label={t('admin.members')}
        head={
          <>
            <th scope="col">{t('admin.player')}</th>
            <th scope="col" class="hide-phone">
              {t('admin.status')}
            </th>
            <th scope="col" class="hide-phone">
              {t('admin.created')}
            </th>
            <th scope="col">{t('admin.seen')}</th>
            <th scope="col" class="num">
              {t('admin.games')}
            </th>
          </>
        }
      >
        {users.map(member => (
          <Row key={member.id} member={member} />
        ))}
      </Table>
      {more && (
        <div class="body wrap">
          <Button kind="line" size="small" busy={busy} onClick={() => void loadMore()}>
            {t('admin.moreMembers')}
          </Button>
        </div>
      )}
      <Problem text={problem} />
    </>
  );
}

interface FiltersProps {
  query: MemberQuery;
  onChange(part: Partial<MemberQuery>): void;
}

/** Enter opens the account of exactly this name, also of an earlier one. */
function Filters({ query: { term, sort, show }, onChange }: FiltersProps) {
  const open = (event: Event) => {
    event.preventDefault();
    if (term.trim()) navigate(userLink(term.trim()));
  };
  const sorts = [
    { value: 'newest', label: t('admin.sort.newest') },
    { value: 'name', label: t('admin.searchName') },
  ];
  const shows = [
    { value: '', label: t('admin.show.all') },
    { value: 'role=bot', label: t('admin.show.bots') },
    { value: 'role=moderator', label: t('admin.show.moderators') },
    { value: 'role=admin', label: t('admin.show.admins') },
    { value: 'status=closed', label: t('admin.status.closed') },
    { value: 'status=banned', label: t('admin.status.banned') },
  ];
  return (
    <form class="body filters members" role="search" onSubmit={open}>
      <TextField label={t('admin.searchMember')} type="search" value={term} autocomplete="off" spellcheck={false} maxLength={31} onValue={value => onChange({ term: value })} />
      <SelectField label={t('admin.sort')} value={term.trim() ? 'name' : sort} options={sorts} onValue={value => onChange({ sort: value })} />
      <SelectField label={t('admin.show')} value={show} options={shows} onValue={value => onChange({ show: value })} />
    </form>
  );
}

export function Members({ may }: { may(permission: string): boolean }) {
  const [query, setQuery] = useState<MemberQuery>({ term: '', sort: 'newest', show: '' });
  const [creating, setCreating] = useState(false);
  const settled = { ...query, term: useSettled(query.term.trim()) };
  const members = useLoad(JSON.stringify(settled), () => getMembers(settled));
  const newAccount = may('create') && (
    <Button kind="line" size="small" icon="plus" onClick={() => setCreating(true)}>
      {t('admin.newAccount')}
    </Button>
  );
  return (
    <Card title={t('admin.members')} extra={newAccount}>
      <Filters query={query} onChange={part => setQuery({ ...query, ...part })} />
      <Loading loaded={members} describe={errorText}>
        {page => <List page={page} query={settled} onMore={members.setData} />}
      </Loading>
      {creating && <NewAccountDialog onCreated={members.reload} onClose={() => setCreating(false)} />}
    </Card>
  );
}
