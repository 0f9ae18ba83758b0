// SPDX-License-Identifier: MIT
/* Home: find an opponent, invite a friend, play the computer; who is here and what is being played. */
import './page.css';
import { useEffect, useState } from 'preact/hooks';
import { listen, subscribeTo } from '../../app/client';
import { restoreInvitation } from '../../app/invitation';
import { loadRatings } from '../../app/pairing';
import type { PageProps } from '../../app/page';
import { useServerInfo } from '../../app/server';
import { useTitle } from '../../app/title';
import { t } from '../../i18n';
import { useStore } from '../../state/store';
import { useElapsed } from '../../ui/useElapsed';
import { DailyPuzzle } from './DailyPuzzle';
import { StartOptions } from './StartOptions';
import { Games } from './Games';
import { WelcomeHeader } from './WelcomeHeader';
import { Leaderboard } from './Leaderboard';
import { Pairing } from './Pairing';
import { People } from './People';
import { Results } from './Results';
import { Seeks } from './Seeks';
import { YourGames } from './YourGames';

/** How long after the connection is open the lists have arrived; those that have not are empty. */
const LISTS_ARRIVE = 500;

/** What the page shows live. */
function useLobby(): void {
  useEffect(() => {
    const ends = [
      subscribeTo({ t: 'lobby', on: true }),
      subscribeTo({ t: 'people', on: true }),
      subscribeTo({ t: 'results', on: true }),
    ];
    void restoreInvitation();
    return () => {
      for (const end of ends) end();
    };
  }, []);
  const name = useStore(state => state.session.name);
  useEffect(() => void loadRatings(), [name]);
}

/** Whether the lists have come: the number of people is the last. They are shown together, because one that comes
 * later would move what is below it. */
function useArrival(): boolean {
  const [arrived, setArrived] = useState(false);
  useEffect(() => listen(message => message.t === 'people-count' && setArrived(true)), []);
  return arrived;
}

export default function HomePage(_: PageProps) {
  useLobby();
  useTitle('');
  const info = useServerInfo();
  const settled = useElapsed(LISTS_ARRIVE, useStore(state => state.connection.phase === 'open'));
  const arrived = useArrival() || settled;
  return (
    <div class={arrived ? 'page home' : 'page home arriving'}>
      <WelcomeHeader motd={info?.motd ?? ''} settled={arrived} />
      <section class="play" aria-label={t('common.play')}>
        <div class="card ruled">
          <Pairing info={info} />
          <StartOptions />
        </div>
        <Results />
      </section>
      {arrived && (
        <div class="live">
          <YourGames />
          <Seeks />
          <Games settled={settled} />
        </div>
      )}
      {arrived && (
        <aside class="room" aria-label={t('home.club')}>
          <People />
          <Leaderboard />
          <DailyPuzzle />
        </aside>
      )}
    </div>
  );
}
