// SPDX-License-Identifier: MIT
/* How a game ended, in a few words. */
import { scoreText } from '../base/score';
import { t, tryText } from '../i18n';
import type { Round } from '../state/round';

/** 'Checkmate on move 17'. */
export function endOf(status: string, plies: number): string {
  if (status === 'mate' && plies) return t('play.end.mateOn', { n: Math.ceil(plies / 2) });
  return tryText(`play.end.${status}`, t('play.end.unknownFinish'));
}

/** '1–0 Resignation'; an aborted game has no score. */
export const resultInWords = (round: Pick<Round, 'status' | 'winner' | 'moves'>): string =>
  `${scoreText(round)} ${endOf(round.status, round.moves.length)}`.trim();
