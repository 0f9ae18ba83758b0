// SPDX-License-Identifier: MIT
/* Announcements to everybody, and planned restarts. */
import { useState } from 'preact/hooks';
import { errorText } from '../../app/errors';
import { formatDate, formatTime, t } from '../../i18n';
import { useStore } from '../../state/store';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Card';
import { SelectField, TextField } from '../../ui/Field';
import { Loading, useLoad } from '../../ui/Load';
import { act, getAnnouncements, remove, type Announcement } from './api';
import { useNames } from './names';
import { Confirmed, DurationField, Problem } from './parts';
import { useAction } from './useAction';

export function AnnounceForm({ onDone }: { onDone?(): void }) {
  const [text, setText] = useState('');
  const [minutes, setMinutes] = useState(0);
  const action = useAction();
  const announce = (event: Event) => {
    event.preventDefault();
    action.run(act('announcements', { text, minutes }), () => {
      setText('');
      onDone?.();
    });
  };
  return (
    <form class="body stack" onSubmit={announce}>
      <TextField label={t('admin.announcement')} help={t('admin.announcementHelp')} value={text} maxLength={400} required onValue={setText} />
      <div class="setting-form">
        <DurationField value={minutes} onValue={setMinutes} durations={[0, 60, 1440, 10_080]} forEver={t('admin.untilRemoved')} />
        <Button kind="primary" type="submit" busy={action.busy} disabled={!text.trim()}>
          {t('admin.announce')}
        </Button>
      </div>
      <Problem text={action.problem} />
    </form>
  );
}

function Current({ list, onDone }: { list: Announcement[]; onDone(): void }) {
  const nameOf = useNames(list.map(({ by }) => by));
  const action = useAction();
  if (!list.length) return <p class="empty muted">{t('admin.noAnnouncements')}</p>;
  return (
    <>
      <ul class="rows">
        {list.map(({ id, text, by, until }) => (
          <li key={id}>
            <span class="grow">
              {text}
              <small class="muted">
                {nameOf(by)}
                {until ? ` · ${t('admin.until', { date: `${formatDate(until)} ${formatTime(until)}` })}` : ''}
              </small>
            </span>
            <Confirmed label={t('admin.withdraw')} question={t('admin.withdrawQuestion')} busy={action.busy} onYes={() => action.run(remove(`announcements/${id}`), onDone)} />
          </li>
        ))}
      </ul>
      <Problem text={action.problem} />
    </>
  );
}

const DELAYS = [60, 300, 900, 3600];

export function Restart() {
  const at = useStore(state => state.restartAt);
  const [seconds, setSeconds] = useState(300);
  const action = useAction();
  const options = DELAYS.map(value => ({ value: String(value), label: t(`admin.minutes.${value / 60}` as 'admin.minutes.15') }));
  return (
    <div class="body stack">
      <p class="muted">{t('admin.restartHelp')}</p>
      {at ? (
        <div class="wrap">
          <b>{t('admin.restartAt', { time: formatTime(at) })}</b>
          <Button kind="line" busy={action.busy} onClick={() => action.run(remove('restart'))}>
            {t('admin.cancelRestart')}
          </Button>
        </div>
      ) : (
        <>
          <div class="setting-form">
            <SelectField label={t('admin.restartIn')} value={String(seconds)} options={options} onValue={text => setSeconds(Number(text))} />
            <Confirmed size="field" label={t('admin.planRestart')} question={t('admin.restartQuestion')} busy={action.busy} onYes={() => action.run(act('restart', { seconds }))} />
          </div>
        </>
      )}
      <Problem text={action.problem} />
    </div>
  );
}

export function Announcements({ may }: { may(permission: string): boolean }) {
  const current = useLoad('announcements', getAnnouncements);
  return (
    <>
      <Card class="w7" title={t('admin.tellEveryone')}>
        <AnnounceForm onDone={current.reload} />
      </Card>
      {may('restart') && (
        <Card class="w5" title={t('admin.restart')}>
          <Restart />
        </Card>
      )}
      <Card title={t('admin.current')}>
        <Loading loaded={current} describe={errorText}>
          {list => <Current list={list} onDone={current.reload} />}
        </Loading>
      </Card>
    </>
  );
}
