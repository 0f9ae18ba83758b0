// SPDX-License-Identifier: MIT
/* How the server is doing, and what waits for the staff. */
import { errorText } from '../../app/errors';
import { formatAgo, t } from '../../i18n';
import { Card } from '../../ui/Card';
import { Loading, useLoad } from '../../ui/Load';
import { AnnounceForm } from './Announcements';
import { getLog, getReports, type Report } from './api';
import { LogList } from './Log';
import { useNames } from './names';
import type { Numbers } from './numbers';
import { Ago, ReasonBadge, Table, userLink } from './parts';
import { ACCESS, SettingsList } from './Settings';
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
          <th scope="col" class="num">
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
          <td class="hide-phone muted c-mid wide">{report.text}</td>
          <td class="num nowrap muted">
            <Ago date={report.date} />
          </td>
          <td class="num">
            <a class="btn line small" href="/admin/reports" aria-label={t('admin.openReport', { name: nameOf(report.suspect) })}>
              {t('admin.open')}
            </a>
          </td>
        </tr>
      ))}
    </Table>
  );
}

function ReportsCard() {
  const reports = useLoad('open', () => getReports('open'));
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
      <div class="latest">
        <Loading loaded={reports} describe={errorText}>
          {list => <OpenReports list={list} />}
        </Loading>
      </div>
    </Card>
  );
}

function LogCard() {
  const entries = useLoad('log', () => getLog(`max=${SHOWN}`));
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
      <div class="latest" tabIndex={0} role="group" aria-label={t('admin.log')}>
        <Loading loaded={entries} describe={errorText}>
          {list => <LogList entries={list} />}
        </Loading>
      </div>
    </Card>
  );
}

export function Overview({ may }: { may(permission: string): boolean }) {
  const { numbers, history, error } = useNumbers();
  return (
    <>
      <Hello numbers={numbers} error={error} />
      <Tiles numbers={numbers} history={history} />
      {may('see-reports') && <ReportsCard />}
      {may('audit') && <LogCard />}
      {may('announce') && (
        <Card class="w7" title={t('admin.tellEveryone')}>
          <AnnounceForm />
        </Card>
      )}
      {may('settings') && (
        <Card class="w5 access" title={t('admin.whoMayCome')}>
          <SettingsList names={ACCESS} />
        </Card>
      )}
    </>
  );
}
