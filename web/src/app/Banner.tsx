// SPDX-License-Identifier: MIT
/* The state of the connection, in the header's free middle. It never covers a clock. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { clockText } from '../base/clock';
import { t, tryText } from '../i18n';
import { useStore } from '../state/store';
import { Icon } from '../ui/Icon';
import { alertNow } from './announce';

/** The banner appears after a second, so that a short interruption is not shown; at once if the browser is offline. */
const PATIENCE = 1_000;
const BACK_SHOWN = 2_000;

type Shown = 'nothing' | 'connecting' | 'lost' | 'back';

/** What to show about the connection: nothing for a second, then that it is lost; `back` for two seconds, but not
 * for the first connection. */
function useConnectionShown(): Shown {
  const phase = useStore(state => state.connection.phase);
  const opened = useRef(false);
  const [shown, setShown] = useState<Shown>('nothing');
  useEffect(() => {
    if (phase === 'open') opened.current = true;
    if (phase === 'open' && shown === 'nothing') return;
    const missing = opened.current ? 'lost' : 'connecting';
    const next: Shown = phase !== 'open' ? missing : shown === 'lost' ? 'back' : 'nothing';
    const patience = navigator.onLine ? PATIENCE : 0;
    const wait = phase !== 'open' ? patience : shown === 'back' ? BACK_SHOWN : 0;
    const timer = setTimeout(() => setShown(next), wait);
    return () => clearTimeout(timer);
  }, [phase, shown]);
  return shown;
}

const texts = { connecting: 'common.connecting', lost: 'common.connectionLost', back: 'common.connectionBack' } as const;

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

/** `quiet`: the page works without a connection, so do not report a lost one. */
export function Banner({ quiet }: { quiet: boolean }) {
  const connection = useConnectionShown();
  const shown = quiet ? 'nothing' : connection;
  const refused = useStore(state => (state.connection.phase === 'refused' ? state.connection.reason : null));
  const restart = useRestart();
  useEffect(() => {
    if (shown !== 'nothing') alertNow(t(texts[shown]));
  }, [shown]);
  if (refused) return <p class="banner bad">{t('common.connectionRefused', { reason: tryText(`common.refused.${refused}`, refused) })}</p>;
  if (shown === 'back') return <p class="banner ok">{t(texts.back)}</p>;
  if (shown !== 'nothing')
    return (
      <p class="banner">
        <Icon name="wifi" small />
        {t(texts[shown])}
      </p>
    );
  return restart ? <p class="banner">{t('common.restart', { time: restart })}</p> : null;
}
