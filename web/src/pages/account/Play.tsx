// SPDX-License-Identifier: MIT
/* How games are played: moves, confirmations, clocks; and the vacation from correspondence games. */
import { useState } from 'preact/hooks';
import { errorText } from '../../app/errors';
import { formatDate, t } from '../../i18n';
import { hasAccount } from '../../state/state';
import { useStore } from '../../state/store';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Card';
import { Loading, useLoad } from '../../ui/Load';
import { Problem } from '../../ui/Problem';
import { getJson, postForm } from '../../wire/http';
import { Choice, Flag } from './choices';

interface VacationState {
  on: boolean;
  until?: number;
  daysLeft: number;
  daysPerYear: number;
}

function VacationBody({ state, onChange }: { state: VacationState; onChange(): void }) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const change = async (on: boolean) => {
    setBusy(true);
    setError(null);
    try {
      await postForm('/api/account/vacation', { on });
      onChange();
    } catch (failure) {
      setError(errorText(failure));
    }
    setBusy(false);
  };
  return (
    <div class="body stack">
      <p class="muted">{t('account.vacationText')}</p>
      <p>
        {state.on && state.until ? t('account.vacationUntil', { date: formatDate(state.until) }) : t('account.vacationLeft', { n: state.daysLeft, all: state.daysPerYear })}
      </p>
      <Problem text={error ?? ''} />
      <div>
        <Button kind={state.on ? 'primary' : 'line'} busy={busy} disabled={!state.on && state.daysLeft <= 0} onClick={() => void change(!state.on)}>
          {t(state.on ? 'account.vacationEnd' : 'account.vacationStart')}
        </Button>
      </div>
    </div>
  );
}

function Vacation() {
  const loaded = useLoad<VacationState>('vacation', () => getJson('/api/account/vacation', { on: 'boolean', daysLeft: 'number', daysPerYear: 'number' }));
  return (
    <Card title={t('account.vacation')}>
      <Loading loaded={loaded} describe={errorText}>
        {state => <VacationBody state={state} onChange={loaded.reload} />}
      </Loading>
    </Card>
  );
}

export function Play() {
  const account = useStore(state => hasAccount(state.session));
  return (
    <>
      <Card title={t('account.playMoves')}>
        <div class="prefs">
          <Flag name="premove" />
          <Choice name="autoQueen" />
          <Choice name="submitMove" />
          <Choice name="confirmResign" />
          <Choice name="notation" />
        </div>
      </Card>
      <Card title={t('account.playGame')}>
        <div class="prefs">
          <Choice name="clockTenths" />
          <Choice name="zen" />
          {account && <Choice name="autoThreefold" />}
          {account && <Choice name="moretime" />}
        </div>
      </Card>
      {account && <Vacation />}
    </>
  );
}
