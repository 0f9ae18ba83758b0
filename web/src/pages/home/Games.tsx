// SPDX-License-Identifier: MIT
/* Games that are being played, live; without any, the last one that was. */
import { useRef } from 'preact/hooks';
import { LiveMini } from '../../app/LiveMini';
import { useFeatured, useRunning, useRunningUpdates } from '../../app/running';
import { t } from '../../i18n';
import { useStore } from '../../state/store';
import { Card } from '../../ui/Card';
import { LastGame } from './LastGame';
import { useColumns, wholeRows } from './rows';

/** At most so many are followed live. */
const FOLLOWED_MAX = 6;

function RunningGames() {
  const list = useRef<HTMLDivElement>(null);
  const columns = useColumns(list);
  const running = useRunning();
  const featured = useFeatured('best');
  const sorted = [...running].sort((a, b) => Number(b.game === featured?.game) - Number(a.game === featured?.game));
  const shown = sorted.slice(0, wholeRows(running.length, columns, FOLLOWED_MAX));
  return (
    <div class="minis" ref={list}>
      {shown.map(game => (
        <LiveMini key={game.game} running={game} badge={game.game === featured?.game ? t('home.tv') : undefined} />
      ))}
    </div>
  );
}

export function Games() {
  useRunningUpdates();
  const count = useStore(state => state.runningCount);
  const none = useRunning().length === 0;
  if (none) return <LastGame />;
  const all = (
    <a class="small" href="/watch">
      {t('home.allGames', { n: count, count })}
    </a>
  );
  return (
    <Card title={t('home.beingPlayed')} extra={all}>
      <RunningGames />
    </Card>
  );
}
