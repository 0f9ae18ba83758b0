// SPDX-License-Identifier: MIT
/* Players: who is here, leaderboards, search. /players shows the best of each kind, /players/blitz one list. */
import './page.css';
import { useEffect } from 'preact/hooks';
import { NotFound } from '../../app/App';
import { subscribeTo } from '../../app/client';
import type { PageProps } from '../../app/page';
import { useTitle } from '../../app/title';
import { t } from '../../i18n';
import { perfKeys, perfName } from '../../i18n/names';
import { useCurrentInSight } from '../../ui/useCurrentInSight';
import { Here } from './Here';
import { Leaderboard } from './Leaderboard';
import { Leaders } from './Leaders';
import { PlayerSearch } from './PlayerSearch';

const isPerf = (text: string): boolean => (perfKeys as readonly string[]).includes(text);

function Navigation({ perf }: { perf: string }) {
  const strip = useCurrentInSight(perf);
  return (
    <nav class="perf-nav" aria-label={t('players.kinds')} ref={strip}>
      <a href="/players" aria-current={perf === '' ? 'page' : undefined}>
        {t('players.all')}
      </a>
      {perfKeys.map(key => (
        <a key={key} href={`/players/${key}`} aria-current={perf === key ? 'page' : undefined}>
          {perfName(key)}
        </a>
      ))}
    </nav>
  );
}

export default function PlayersPage({ params }: PageProps) {
  const perf = params['perf'] ?? '';
  useTitle(perf && isPerf(perf) ? t('players.best', { perf: perfName(perf) }) : t('common.players'));
  useEffect(() => subscribeTo({ t: 'people', on: true }), []);
  if (perf && !isPerf(perf)) return <NotFound />;
  return (
    <div class="page players">
      <header class="pl-head">
        <h1>{t('common.players')}</h1>
        <a class="btn line" href="/games">
          {t('players.games')}
        </a>
        <PlayerSearch />
      </header>
      <Navigation perf={perf} />
      <div class="boards">{perf ? <Leaderboard key={perf} perf={perf} /> : <Leaders />}</div>
      <Here />
    </div>
  );
}
