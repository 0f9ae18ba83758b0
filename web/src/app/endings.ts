// SPDX-License-Identifier: MIT
/* How a game ended, in a few words: 'Checkmate on move 17'. */
import { t, tryText } from '../i18n';

export function endOf(status: string, plies: number): string {
  if (status === 'mate' && plies) return t('play.end.mateOn', { n: Math.ceil(plies / 2) });
  return tryText(`play.end.${status}`, t('play.end.unknownFinish'));
}
