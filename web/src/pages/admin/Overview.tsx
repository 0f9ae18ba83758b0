// SPDX-License-Identifier: MIT
/* How the server is doing, and what waits for the staff. */
import { errorText } from '../../app/errors';
import { formatAge, formatAgo, formatDate, formatTime, t } from '../../i18n';
import { Card } from '../../ui/Card';
import { Loading, useLoad, type Loaded } from '../../ui/Load';
import { AnnounceForm } from './Announcements';
import { getLog, getReports, type LogEntry, type Report } from './api';
import { LogList } from './Log';
import { useNames } from './names';
import type { Numbers } from './numbers';
import { ReasonBadge, Table, userLink } from './parts';
import { AccessSettings, useSettings } from './Settings';
import { Tiles } from './Tiles';
import { useNumbers } from './useNumbers';

const SHOWN = 5;

function Hello({ numbers, error }: { numbers: Numbers | null; error: unknown }) {
  const ill = error ? errorText(error) : numbers && !numbers.ready ? t('admin.notReady') : '';
  return (
    <div class="hello">
      <h1>{ill ? t('admin.trouble') : t('admin.allWell')}</h1>
      <p>{ill || (numbers ? t('admin.started', { ago: formatAgo(numbers.startedAt, numbers.now), version: numbers.version }) : '\u00a0')}</p>
    </div>
  );
}

function OpenReports({ list }: { list: Report[] }) {
  const nameOf = useNames(list.flatMap(({ suspect, reporter }) => [suspect, reporter]));
  if (!list.length) return <p class="empty muted">{t('admin.noReports')}</p>;
  return (
    <Table
      label={t('admin.openReports')}
      head={
        <>
          <th scope="col">{t('admin.reason')}</th>
          <th scope="col">{t('admin.player')}</th>
          <th scope="col" class="hide-phone">
            {t('admin.reporter')}
          </th>
          <th scope="col" class="hide-phone c-mid">
            {t('admin.details')}
          </th>
          <th scope="col" class="num c-age">
            {t('admin.age')}
          </th>
          <th scope="col">
            <span class="sr">{t('admin.action')}</span>
          </th>
        </>
      }
    >
      {list.slice(0, SHOWN).map(report => (
        <tr key={report.id}>
          <td>
            <ReasonBadge reason={report.reason} />
          </td>
          <td>
            <a href={userLink(report.suspect)}>{nameOf(report.suspect)}</a>
          </td>
          <td class="hide-phone">{nameOf(report.reporter)}</td>
          <td class="hide-phone muted c-mid wide">
            <span class="two-lines">{report.text}</span>
          </td>
          <td class="num nowrap muted c-age" title={`${formatDate(report.date)} ${formatTime(report.date)}`}>
            {formatAge(report.date, Date.now())}
          </td>
          <td class="num">
            <a class="btn line small" href={`/admin/reports#report-${report.id}`} aria-label={t('admin.openReport', { name: nameOf(report.suspect) })}>
              {t('admin.open')}
            </a>
          </td>
        </tr>
      ))}
    </Table>
  );
}

function ReportsCard({ reports }: { reports: Loaded<Report[]> }) {
  return (
    <Card
      class="w7"
      title={t('admin.openReports')}
      extra={
        <a class="small" href="/admin/reports">
          {t('admin.allReports')}
        </a>
      }
    >
      <Loading loaded={reports} describe={errorText}>
        {list => <OpenReports list={list} />}
      </Loading>
    </Card>
  );
}

function LogCard({ entries }: { entries: Loaded<LogEntry[]> }) {
  return (
    <Card
      class="w5"
      title={t('admin.log')}
      extra={
        <a class="small" href="/admin/log">
          {t('admin.everything')}
        </a>
      }
    >
      <Loading loaded={entries} describe={errorText}>
        {list => <LogList entries={list} />}
      </Loading>
    </Card>
  );
}

const isThere = ({ data, error }: Loaded<unknown>): boolean => data !== null || Boolean(error);

/** What waits for the staff. All cards are shown together: each is as high as its list, and would push the next
 * ones down. */
function Cards({ may }: { may(permission: string): boolean }) {
  const reports = useLoad('open', async () => (may('see-reports') ? getReports('open') : []));
  const entries = useLoad('log', async () => (may('audit') ? getLog(`max=${SHOWN}`) : []));
  const settings = useSettings(may('settings'));
  if (![reports, entries, settings].every(isThere)) return null;
  return (
    <>
      {may('see-reports') && <ReportsCard reports={reports} />}
      {may('audit') && <LogCard entries={entries} />}
      {may('announce') && (
        <Card class="w7" title={t('admin.tellEveryone')}>
          <AnnounceForm />
        </Card>
      )}
      {may('settings') && (
        <Card class="w5" title={t('admin.whoMayCome')}>
          <Loading loaded={settings} describe={errorText}>
            {list => <AccessSettings list={list} onDone={settings.reload} />}
          </Loading>
        </Card>
      )}
    </>
  );
}

export function Overview({ may }: { may(permission: string): boolean }) {
  const { numbers, history, error } = useNumbers();
  return (
    <>
      <Hello numbers={numbers} error={error} />
      <Tiles numbers={numbers} history={history} />
      <Cards may={may} />
    </>
  );
}
