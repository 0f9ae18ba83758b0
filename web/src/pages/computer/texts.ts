// SPDX-License-Identifier: MIT
/* The game in words. */
import type { Side } from '../../base/side';
import { t, tryText } from '../../i18n';
import type { Play, PlayResult } from './play';

export const nameOf = (play: Play, side: Side): string => (side === play.you ? t('computer.you') : t('common.computer', { n: play.terms.level }));

/** 'You win', 'You lose', 'Draw'. */
export function resultHead(play: Play, { winner }: PlayResult): string {
  if (winner === null) return t('computer.draw');
  return t(winner === play.you ? 'computer.win' : 'computer.lose');
}

/** The reason: 'Checkmate on move 17', 'You resigned on move 2'. */
export function resultReason(play: Play, { reason, winner }: PlayResult): string {
  const n = Math.ceil(play.moves.length / 2);
  if (reason === 'checkmate') return t('computer.end.checkmate', { n });
  if (reason === 'resign') return t('computer.end.resign', { n });
  if (reason === 'time') return t(winner === play.you ? 'computer.end.computerTime' : 'computer.end.yourTime', { n });
  return tryText(`computer.end.${reason}`, reason);
}
