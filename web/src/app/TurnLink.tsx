// SPDX-License-Identifier: MIT
/* A running game of yours is one click away from every other page. */
import { clockText } from '../base/clock';
import { t } from '../i18n';
import type { Round } from '../state/round';
import { useStore } from '../state/store';
import { useTimeLeft } from '../ui/Clock';
import { useLocation } from './router';

function Waiting({ round }: { round: Round }) {
  const yours = round.turn === round.you;
  const left = useTimeLeft(round.clocks ?? { white: 0, black: 0, running: null, at: 0 }, round.turn);
  if (!yours) return <>{t('common.yourGame')}</>;
  return <>{round.clocks ? t('common.yourMoveClock', { clock: clockText(left).main }) : t('common.yourMove')}</>;
}

/** The game to go to: one where it is our move, else any. */
export function TurnLink() {
  const ours = useStore(state => state.ours);
  const rounds = useStore(state => state.rounds);
  const { pathname } = useLocation();
  const games = Object.keys(ours).filter(game => !pathname.startsWith(`/${game}`));
  const game = games.find(id => rounds[id]?.turn === rounds[id]?.you) ?? games[0];
  if (!game) return null;
  const round = rounds[game];
  return (
    <a class="turn-link" href={`/${game}`}>
      {round ? <Waiting round={round} /> : t('common.yourGame')}
    </a>
  );
}
