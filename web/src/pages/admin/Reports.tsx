// SPDX-License-Identifier: MIT
/* The queue of reports. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { errorText } from '../../app/errors';
import { t } from '../../i18n';
import { useStore } from '../../state/store';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Card';
import { Segments, TextField } from '../../ui/Field';
import { Loading, useLoad } from '../../ui/Load';
import { act, getReports, type Report } from './api';
import { useNames } from './names';
import { Ago, Problem, ReasonBadge, userLink } from './parts';
import { useAction } from './useAction';

function CloseForm({ report, onDone }: { report: Report; onDone(): void }) {
  const [outcome, setOutcome] = useState('');
  const action = useAction();
  const close = (event: Event) => {
    event.preventDefault();
    action.run(act(`reports/${report.id}/close`, { outcome }), onDone);
  };
  return (
    <form class="stack" onSubmit={close}>
      <TextField label={t('admin.outcome')} help={t('admin.outcomeHelp')} value={outcome} maxLength={200} required onValue={setOutcome} />
      <div class="wrap">
        <Button kind="primary" size="small" type="submit" busy={action.busy} disabled={!outcome.trim()}>
          {t('admin.closeReport')}
        </Button>
      </div>
      <Problem text={action.problem} />
    </form>
  );
}

interface ReportProps {
  report: Report;
  nameOf(id: string): string;
  onDone(): void;
}

/** Who works on it, and how it ended. */
function ReportState({ report, nameOf }: { report: Report; nameOf(id: string): string }) {
  if (report.closedBy) return <p class="muted">{t('admin.closedBy', { name: nameOf(report.closedBy), outcome: report.outcome ?? '' })}</p>;
  return report.claimedBy ? <p class="muted">{t('admin.claimedBy', { name: nameOf(report.claimedBy) })}</p> : null;
}

function ReportActions({ report, nameOf, onDone }: ReportProps) {
  const me = useStore(state => state.session.name);
  const action = useAction();
  if (report.closedBy) return null;
  const mine = report.claimedBy?.toLowerCase() === me?.toLowerCase();
  return (
    <>
      {mine && <CloseForm report={report} onDone={onDone} />}
      <div class="wrap">
        <Button kind="line" size="small" busy={action.busy} onClick={() => action.run(act(`reports/${report.id}/${report.claimedBy ? 'release' : 'claim'}`), onDone)}>
          {t(report.claimedBy ? 'admin.release' : 'admin.claim')}
        </Button>
        <a class="btn line small" href={userLink(report.suspect)}>
          {t('admin.openUser', { name: nameOf(report.suspect) })}
        </a>
        {report.game && (
          <a class="btn line small" href={`/${report.game}`}>
            {t('admin.openGame')}
          </a>
        )}
      </div>
      <Problem text={action.problem} />
    </>
  );
}

function ReportItem({ report, nameOf, onDone }: ReportProps) {
  const row = useRef<HTMLLIElement>(null);
  const id = `report-${report.id}`;
  useEffect(() => {
    if (location.hash === `#${id}`) row.current?.scrollIntoView();
  }, []);
  return (
    <li ref={row} id={id} class="report">
      <p class="report-head">
        <ReasonBadge reason={report.reason} />
        <a href={userLink(report.suspect)}>
          <b>{nameOf(report.suspect)}</b>
        </a>
        <span class="muted">
          {t('admin.reportedBy', { name: nameOf(report.reporter) })}, <Ago date={report.date} />
        </span>
      </p>
      {report.text && <p class="report-text">{report.text}</p>}
      <ReportState report={report} nameOf={nameOf} />
      <ReportActions report={report} nameOf={nameOf} onDone={onDone} />
    </li>
  );
}

const STATES = ['open', 'closed', 'all'] as const;

export function Reports() {
  const [state, setState] = useState<(typeof STATES)[number]>('open');
  const reports = useLoad(state, () => getReports(state));
  const nameOf = useNames((reports.data ?? []).flatMap(({ suspect, reporter, claimedBy, closedBy }) => [suspect, reporter, claimedBy, closedBy]));
  const options = STATES.map(value => ({ value, label: t(`admin.reports.${value}` as 'admin.reports.open') }));
  return (
    <Card title={t('admin.reports')} extra={<Segments label={t('admin.show')} value={state} options={options} onValue={next => setState(next)} />}>
      <Loading loaded={reports} describe={errorText}>
        {list =>
          list.length ? (
            <ol class="reports">
              {list.map(report => (
                <ReportItem key={report.id} report={report} nameOf={nameOf} onDone={reports.reload} />
              ))}
            </ol>
          ) : (
            <p class="empty muted">{t('admin.noReports')}</p>
          )
        }
      </Loading>
    </Card>
  );
}
