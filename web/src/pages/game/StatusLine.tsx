// SPDX-License-Identifier: MIT
/* One sentence about what is going on, under the move list. */
import { opposite } from '../../base/side';
import { premoveText } from '../../chess/moves';
import { t } from '../../i18n';
import { isOver, type Round } from '../../state/round';
import { useStore } from '../../state/store';
import { countdownText, useCountdown } from '../../ui/Countdown';
import { Icon, type IconName } from '../../ui/Icon';
import type { Game } from './useGame';
import { nameOf } from './texts';

interface Status {
  text: string;
  kind: 'plain' | 'yours' | 'bad';
  icon: IconName;
}

function turnStatus(round: Round, premove: string | null): Status {
  const name = nameOf(round, round.turn);
  if (premove) return { text: t('game.premove', { name, move: premoveText(premove) }), kind: 'plain', icon: 'clock' };
  if (round.offer !== null && round.offer === round.you) return { text: t('game.youOffer'), kind: 'plain', icon: 'clock' };
  if (round.turn === round.you) return { text: t('game.yourMove'), kind: 'yours', icon: 'play' };
  return { text: t('game.toMove', { name }), kind: 'plain', icon: 'clock' };
}

/** What we asked the server for and it has not confirmed; null if it has confirmed all. */
function useSending(round: Round): string | null {
  const unanswered = useStore(state => state.unanswered.find(({ message }) => message.game === round.id && message.verb !== 'chat'));
  const verb = unanswered?.message.verb ?? (round.pending && 'move'); // the event follows the answer
  const connected = useStore(state => state.connection.phase === 'open');
  if (!verb || isOver(round)) return null;
  const text = t(verb === 'move' ? 'game.sending' : verb === 'resign' ? 'game.resigning' : 'game.sendingCommand');
  return connected ? text : t('game.waitsForConnection', { text });
}

function statusOf(game: Game, deadline: number, sending: string | null): Status {
  const { round } = game;
  if (round.refusal) return { text: round.refusal, kind: 'bad', icon: 'warn' };
  if (sending) return { text: sending, kind: 'plain', icon: 'clock' };
  if (game.choice) return { text: t('game.choosePiece', { square: game.choice.uci.slice(2, 4) }), kind: 'yours', icon: 'play' };
  if (!game.live) return { text: t('game.past'), kind: 'plain', icon: 'clock' };
  if (round.you !== 'spectator' && round.offer === opposite(round.you))
    return { text: t('game.offers', { name: nameOf(round, round.offer) }), kind: 'yours', icon: 'clock' };
  if (deadline > 0)
    return { text: t('game.firstMove', { time: countdownText(deadline) }), kind: round.turn === round.you ? 'yours' : 'plain', icon: 'clock' };
  return turnStatus(round, game.premove);
}

export function StatusLine({ game }: { game: Game }) {
  const deadline = useCountdown(game.round.deadlineAt);
  const { text, kind, icon } = statusOf(game, deadline, useSending(game.round));
  const classes = ['status-line', kind === 'plain' ? '' : kind, deadline > 0 ? 'first-move' : ''].filter(Boolean).join(' ');
  return (
    <p class={classes}>
      <Icon name={icon} small />
      <span>{text}</span>
    </p>
  );
}
