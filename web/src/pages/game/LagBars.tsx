// SPDX-License-Identifier: MIT
/* How fast our connection is, as bars. The page times pings only while they are shown and can be seen. */
import { useEffect } from 'preact/hooks';
import { measureLag } from '../../app/client';
import { BARS, lagBars } from '../../base/lag';
import { t } from '../../i18n';
import { useStore } from '../../state/store';

const INTERVAL = 4_000;

/** The measured lag; null until there is one. */
function useLag(): number | null {
  const open = useStore(state => state.connection.phase === 'open');
  useEffect(() => {
    if (!open) return;
    const measure = () => document.hidden || measureLag();
    measure();
    const timer = setInterval(measure, INTERVAL);
    return () => clearInterval(timer);
  }, [open]);
  return useStore(state => state.lag);
}

const words = ['game.lag.none', 'game.lag.bad', 'game.lag.poor', 'game.lag.fair', 'game.lag.good'] as const;

/** Its room is kept while the time is not known: a player's name does not move. */
export function LagBars() {
  const lag = useLag();
  const bars = lag === null ? 0 : lagBars(lag);
  const label = t(words[bars]!, { n: lag ?? 0 });
  return (
    <span class="lag" data-bars={bars} role="img" aria-label={label} title={label}>
      {Array.from({ length: BARS }, (_, i) => (
        <i key={i} />
      ))}
    </span>
  );
}
