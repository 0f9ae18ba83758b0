// SPDX-License-Identifier: MIT
/* What of a game can be put on the clipboard. */
import { errorText } from '../../app/errors';
import { toast } from '../../app/toast';
import { t } from '../../i18n';
import type { Round } from '../../state/round';
import { getText } from '../../wire/http';

async function copy(text: string, done: string): Promise<void> {
  await navigator.clipboard.writeText(text).then(
    () => toast(done, 'good'),
    () => toast(t('game.notCopied'), 'bad'),
  );
}

export const copyLink = (round: Round): Promise<void> => copy(`${location.origin}/${round.id}`, t('game.linkCopied'));

export const copyFen = (fen: string): Promise<void> => copy(fen, t('game.fenCopied'));

export const copyPgn = (round: Round): Promise<void> =>
  getText(`/game/export/${round.id}`).then(
    pgn => copy(pgn, t('game.pgnCopied')),
    (error: unknown) => void toast(errorText(error), 'bad'),
  );
