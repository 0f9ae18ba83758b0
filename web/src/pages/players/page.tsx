// SPDX-License-Identifier: MIT
/* Players: who is here, leaderboards, search. /players shows the best of each kind, /players/blitz one list. */
import './page.css';
import { useEffect } from 'preact/hooks';
import { NotFound } from '../../app/App';
import { subscribeTo } from '../../app/client';
import { NotLoaded } from '../../app/NotLoaded';
import type { PageProps } from '../../app/page';
import { useTitle } from '../../app/title';
import { t } from '../../i18n';
import { perfKeys, perfName } from '../../i18n/names';
import { useStore } from '../../state/store';
import { useScrollToCurrent } from '../../ui/useScrollToCurrent';
import { useElapsed } from '../../ui/useElapsed';
import { OnlinePlayers } from './OnlinePlayers';
import { Leaderboard } from './Leaderboard';
import { Leaders } from './Leaders';
import { PlayerSearch } from './PlayerSearch';

const isPerf = (text: string): boolean => (perfKeys as readonly string[]).includes(text);

function Navigation({ perf }: { perf: string }) {
  const strip = useScrollToCurrent(perf);
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

/** How long the list of people may take after the connection is there, in milliseconds: it is empty if nobody is here. */
const LIST_ARRIVES = 400;

/** Whether it is known who is here. On a phone, that list is above the leaderboards. */
function usePeopleKnown(): boolean {
  const some = useStore(state => Object.keys(state.people).length > 0);
  const settled = useElapsed(LIST_ARRIVES, useStore(state => state.connection.phase === 'open'));
  return some || settled;
}

export default function PlayersPage({ params }: PageProps) {
  const perf = params['perf'] ?? '';
  useTitle(perf && isPerf(perf) ? t('players.best', { perf: perfName(perf) }) : t('common.players'));
  useEffect(() => subscribeTo({ t: 'people', on: true }), []);
  const known = usePeopleKnown();
  const lost = useStore(state => state.connection.phase === 'lost');
  if (perf && !isPerf(perf)) return <NotFound />;
  if (!known && lost) return <NotLoaded />;
  return (
    <div class={known ? 'page players' : 'page players arriving'}>
      <header class="pl-head">
        <h1>{t('common.players')}</h1>
        <a class="btn line" href="/games">
          {t('players.games')}
        </a>
        <PlayerSearch />
      </header>
      <Navigation perf={perf} />
      <div class="boards">{perf ? <Leaderboard key={perf} perf={perf} /> : <Leaders />}</div>
      <OnlinePlayers />
    </div>
  );
}
