// SPDX-License-Identifier: MIT
/* Where you are logged in. Each can be ended. */
import { useState } from 'preact/hooks';
import { errorText } from '../../app/errors';
import { toast } from '../../app/toast';
import { formatAgo, formatDate, t } from '../../i18n';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Card';
import { Icon } from '../../ui/Icon';
import { Loading, useLoad } from '../../ui/Load';
import { getJson, postForm } from '../../wire/http';
import { deviceOf } from './agent';

interface Session {
  id: string;
  created: number;
  seen: number;
  agent: string;
  address: string;
  current: boolean;
}

function SessionRow({ session, onEnd }: { session: Session; onEnd(): Promise<void> }) {
  const [busy, setBusy] = useState(false);
  const { browser, system, phone } = deviceOf(session.agent);
  const end = async () => {
    setBusy(true);
    await onEnd();
    setBusy(false);
  };
  return (
    <li class="item">
      <Icon name={phone ? 'phone' : 'globe'} />
      <div class="grow">
        <b>{[browser, system].filter(Boolean).join(', ') || t('account.unknownDevice')}</b>{' '}
        {session.current && <span class="badge ok">{t('account.thisDevice')}</span>}
        <p class="small muted">
          {session.address} · {t('account.seen', { ago: formatAgo(session.seen, Date.now()) })} · {t('account.since', { date: formatDate(session.created) })}
        </p>
      </div>
      {!session.current && (
        <Button kind="line" size="small" busy={busy} onClick={() => void end()}>
          {t('common.logOut')}
        </Button>
      )}
    </li>
  );
}

export function Devices() {
  const loaded = useLoad<{ sessions: Session[] }>('sessions', () => getJson('/account/sessions', { sessions: [{ id: 'string', agent: 'string' }] }));
  const end = async (path: string, keep: (session: Session) => boolean) => {
    try {
      await postForm(path);
      loaded.setData({ sessions: (loaded.data?.sessions ?? []).filter(keep) });
    } catch (error) {
      toast(errorText(error), 'bad');
    }
  };
  const several = (loaded.data?.sessions.length ?? 0) > 1;
  const all = (
    <Button kind="danger-line" size="small" disabled={!several} onClick={() => void end('/account/sessions/revoke-others', session => session.current)}>
      {t('account.endOthers')}
    </Button>
  );
  return (
    <Card title={t('account.devicesTitle')} extra={all}>
      <Loading loaded={loaded} describe={errorText}>
        {({ sessions }) => (
          <ul class="ruled items">
            {sessions.map(session => (
              <SessionRow key={session.id} session={session} onEnd={() => end(`/account/sessions/${session.id}/revoke`, other => other.id !== session.id)} />
            ))}
          </ul>
        )}
      </Loading>
    </Card>
  );
}
