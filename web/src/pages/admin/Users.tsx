// SPDX-License-Identifier: MIT
/* Finds people, and lists those who are banned or muted. */
import { useState } from 'preact/hooks';
import { errorText } from '../../app/errors';
import { navigate } from '../../app/router';
import { formatDate, t } from '../../i18n';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Card';
import { TextField } from '../../ui/Field';
import { Loading, useLoad } from '../../ui/Load';
import { getJson } from '../../wire/http';
import { getBans, getMutes, type Listed } from './api';
import { useNames } from './names';
import { Table, userLink } from './parts';

const SEARCH_MIN = 3;

const suggest = (term: string): Promise<string[]> => getJson<string[]>(`/api/player/autocomplete?term=${encodeURIComponent(term)}`, ['string']);

function Suggestions({ term }: { term: string }) {
  const names = useLoad(term, () => suggest(term));
  return (
    <Loading loaded={names} describe={errorText}>
      {list =>
        list.length ? (
          <ul class="rows">
            {list.map(name => (
              <li key={name}>
                <a href={userLink(name)}>{name}</a>
              </li>
            ))}
          </ul>
        ) : (
          <p class="muted">{t('admin.nobodyFound')}</p>
        )
      }
    </Loading>
  );
}

function Search() {
  const [term, setTerm] = useState('');
  const open = (event: Event) => {
    event.preventDefault();
    if (term.trim()) navigate(userLink(term.trim()));
  };
  return (
    <form class="body stack" role="search" onSubmit={open}>
      <div class="setting-form">
        <TextField label={t('admin.searchName')} type="search" value={term} autocomplete="off" spellcheck={false} onValue={setTerm} />
        <Button kind="line" type="submit" disabled={!term.trim()}>
          {t('admin.open')}
        </Button>
      </div>
      {term.trim().length < SEARCH_MIN ? <p class="small muted">{t('admin.searchHelp')}</p> : <Suggestions term={term.trim()} />}
    </form>
  );
}

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
      <Card title={t('admin.findUser')}>
        <Search />
      </Card>
      <Sanctions may={may} />
    </>
  );
}
