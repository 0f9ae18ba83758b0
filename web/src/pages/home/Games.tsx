// SPDX-License-Identifier: MIT
/* Games that are being played, live; without any, the last one that was. */
import { useRef } from 'preact/hooks';
import { LiveMini } from '../../app/LiveMini';
import { useFeatured, useRunningGames, useRunningUpdates } from '../../app/runningGames';
import { t } from '../../i18n';
import { useStore } from '../../state/store';
import { Card } from '../../ui/Card';
import { LastGame } from './LastGame';
import { useColumns, wholeRows } from './rows';

/** How many games are followed live at most. */
const FOLLOWED_MAX = 6;

function RunningGames({ featured }: { featured: string | null }) {
  const list = useRef<HTMLDivElement>(null);
  const columns = useColumns(list);
  const running = useRunningGames();
  const sorted = [...running].sort((a, b) => Number(b.game === featured) - Number(a.game === featured));
  const shown = sorted.slice(0, wholeRows(running.length, columns, FOLLOWED_MAX));
  return (
    <div class="minis" ref={list}>
      {shown.map(game => (
        <LiveMini key={game.game} running={game} badge={game.game === featured ? t('home.tv') : undefined} />
      ))}
    </div>
  );
}

export function Games({ settled }: { settled: boolean }) {
  useRunningUpdates();
  const count = useStore(state => state.runningCount);
  const none = useRunningGames().length === 0;
  const featured = useFeatured('best');
  if ((none || !featured) && !settled)
    return (
      <Card title={t('home.beingPlayed')}>
        <div class="rows-loading tall" />
      </Card>
    );
  if (none) return <LastGame />;
  const all = (
    <a class="small" href="/watch">
      {t('home.allGames', { n: count, count })}
    </a>
  );
  return (
    <Card title={t('home.beingPlayed')} extra={all}>
      <RunningGames featured={featured?.game ?? null} />
    </Card>
  );
}
