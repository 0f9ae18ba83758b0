// SPDX-License-Identifier: MIT
/* The state of the connection, in the header's free middle. It never covers a clock. */
import { useEffect, useState } from 'preact/hooks';
import { clockText } from '../base/clock';
import { t, tryText } from '../i18n';
import { useStore } from '../state/store';
import { Icon } from '../ui/Icon';
import { alertNow } from './announce';

/** The banner appears after a second, so that a short loss goes unnoticed. */
const PATIENCE = 1_000;
const BACK_SHOWN = 2_000;

type Shown = 'nothing' | 'lost' | 'back';

/** What to show of the connection: lost for more than a second, then "back" for two. */
function useConnectionShown(): Shown {
  const phase = useStore(state => state.connection.phase);
  const [shown, setShown] = useState<Shown>('nothing');
  useEffect(() => {
    if (phase === 'open' && shown === 'nothing') return;
    const next: Shown = phase === 'open' ? (shown === 'lost' ? 'back' : 'nothing') : 'lost';
    const timer = setTimeout(() => setShown(next), phase === 'open' ? (shown === 'lost' ? 0 : BACK_SHOWN) : PATIENCE);
    return () => clearTimeout(timer);
  }, [phase, shown]);
  return shown;
}

/** The time until the planned restart, as a clock. */
function useRestart(): string | null {
  const at = useStore(state => state.restartAt);
  const offset = useStore(state => state.session.clockOffset);
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (!at) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [at]);
  return at ? clockText(Math.max(0, at - offset - now)).main : null;
}

/** `quiet`: the page works without a connection, so a lost one is no news there. */
export function Banner({ quiet }: { quiet: boolean }) {
  const connection = useConnectionShown();
  const shown = quiet ? 'nothing' : connection;
  const refused = useStore(state => (state.connection.phase === 'refused' ? state.connection.reason : null));
  const restart = useRestart();
  useEffect(() => {
    if (shown !== 'nothing') alertNow(t(shown === 'lost' ? 'common.connectionLost' : 'common.connectionBack'));
  }, [shown]);
  if (refused) return <p class="banner bad">{t('common.connectionRefused', { reason: tryText(`common.refused.${refused}`, refused) })}</p>;
  if (shown === 'lost')
    return (
      <p class="banner">
        <Icon name="wifi" small />
        {t('common.connectionLost')}
      </p>
    );
  if (shown === 'back') return <p class="banner ok">{t('common.connectionBack')}</p>;
  return restart ? <p class="banner">{t('common.restart', { time: restart })}</p> : null;
}
