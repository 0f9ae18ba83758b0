// SPDX-License-Identifier: MIT
/* A link from every other page to your running game. */
import { useEffect } from 'preact/hooks';
import { clockText } from '../base/clock';
import { t } from '../i18n';
import type { Round } from '../state/round';
import { useStore } from '../state/store';
import { useTimeLeft } from '../ui/Clock';
import { watchGame } from './client';
import { useLocation } from './router';

function Waiting({ round }: { round: Round }) {
  const yours = round.turn === round.you;
  const left = useTimeLeft(round.clocks ?? { white: 0, black: 0, running: null, at: 0 }, round.turn);
  if (!yours) return <>{t('common.yourGame')}</>;
  return <>{round.clocks ? t('common.yourMoveClock', { clock: clockText(left).main }) : t('common.yourMove')}</>;
}

/** How many games are followed from other pages at most. */
const WATCHED_MAX = 8;

/** Our games are followed from other pages as well, so that turn and clock are up to date. */
function useWatched(games: string[]): void {
  const watched = games.slice(0, WATCHED_MAX);
  useEffect(() => {
    const ends = watched.map(game => watchGame(game));
    return () => ends.forEach(end => end());
  }, [watched.join()]);
}

/** The game to go to: one where it is our move, else any. */
export function TurnLink() {
  const ours = useStore(state => state.ours);
  const rounds = useStore(state => state.rounds);
  const { pathname } = useLocation();
  const games = Object.keys(ours).filter(game => !pathname.startsWith(`/${game}`));
  useWatched(games);
  const game = games.find(id => rounds[id]?.turn === rounds[id]?.you) ?? games[0];
  if (!game) return null;
  const round = rounds[game];
  return (
    <a class="turn-link" href={`/${game}`}>
      <span>{round ? <Waiting round={round} /> : t('common.yourGame')}</span>
    </a>
  );
}
