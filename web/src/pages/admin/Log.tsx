// SPDX-License-Identifier: MIT
/* The audit log: everything that staff did. */
import { useState } from 'preact/hooks';
import { errorText } from '../../app/errors';
import { formatDate, formatTime, t } from '../../i18n';
import { loadRefusals, refusalText } from '../../i18n/refusals';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Card';
import { TextField } from '../../ui/Field';
import { Loading, useLoad } from '../../ui/Load';
import { getJson } from '../../wire/http';
import { getLog, type LogEntry } from './api';
import { entrySentence } from './logText';
import { useNames } from './names';

interface Verdict {
  valid: boolean;
  /** The number of the first entry that is wrong, and why. */
  broken?: number;
  reason?: string;
  code?: string;
}

const isToday = (date: number): boolean => new Date(date).toDateString() === new Date().toDateString();

export function LogList({ entries }: { entries: LogEntry[] }) {
  const nameOf = useNames(entries.flatMap(({ by, target }) => [by, target]));
  if (!entries.length) return <p class="empty muted">{t('admin.noLog')}</p>;
  return (
    <ol class="log">
      {entries.map(entry => (
        <li key={entry.sequence}>
          <time dateTime={new Date(entry.date).toISOString()} title={`${formatDate(entry.date)} ${formatTime(entry.date)}`}>
            {isToday(entry.date) ? formatTime(entry.date) : formatDate(entry.date)}
          </time>
          <span>{entrySentence(entry, nameOf)}</span>
        </li>
      ))}
    </ol>
  );
}

async function getVerdict(): Promise<Verdict> {
  await loadRefusals();
  return getJson<Verdict>('/api/mod/log/verify', { valid: 'boolean' });
}

/** What the check of the log found, in words; '' before it was asked for. */
function useVerdict(): [string, () => void] {
  const [asked, setAsked] = useState(0);
  const verdict = useLoad(String(asked), async () => (asked ? await getVerdict() : null));
  const words = () => {
    if (verdict.error) return errorText(verdict.error);
    if (!verdict.data) return '';
    const { valid, broken = 0, reason = '', code } = verdict.data;
    return valid ? t('admin.log.intact') : t('admin.log.broken', { number: broken, reason: refusalText({ text: reason, code }) });
  };
  return [words(), () => setAsked(asked + 1)];
}

const PAGE = 50;

export function Log() {
  const [by, setBy] = useState('');
  const [target, setTarget] = useState('');
  const [before, setBefore] = useState<number | null>(null);
  const [verdict, verify] = useVerdict();
  const query = new URLSearchParams({ max: String(PAGE), ...(by && { by }), ...(target && { target }), ...(before && { before: String(before) }) });
  const entries = useLoad(query.toString(), () => getLog(query.toString()));
  const older = () => setBefore(entries.data?.[entries.data.length - 1]?.sequence ?? null);
  const filter = (set: (text: string) => void) => (text: string) => {
    set(text.trim().toLowerCase());
    setBefore(null);
  };
  return (
    <Card
      title={t('admin.log')}
      extra={
        <Button kind="line" size="small" icon="shield" onClick={verify}>
          {t('admin.log.verify')}
        </Button>
      }
    >
      <div class="body stack">
        <p class="verdict" role="status">
          {verdict}
        </p>
        <div class="filters">
          <TextField label={t('admin.log.by')} type="search" value={by} onValue={filter(setBy)} />
          <TextField label={t('admin.log.target')} type="search" value={target} onValue={filter(setTarget)} />
        </div>
      </div>
      <Loading loaded={entries} describe={errorText}>
        {list => <LogList entries={list} />}
      </Loading>
      <div class="body wrap">
        {before && (
          <Button kind="line" size="small" onClick={() => setBefore(null)}>
            {t('admin.log.newest')}
          </Button>
        )}
        {entries.data?.length === PAGE && (
          <Button kind="line" size="small" onClick={older}>
            {t('admin.log.older')}
          </Button>
        )}
      </div>
    </Card>
  );
}
