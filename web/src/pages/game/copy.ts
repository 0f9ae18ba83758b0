// SPDX-License-Identifier: MIT
/* What of a game can be put on the clipboard. */
import { copyWithToast } from '../../app/copy';
import { errorText } from '../../app/errors';
import { toast } from '../../app/toast';
import { t } from '../../i18n';
import type { Round } from '../../state/round';
import { getText } from '../../wire/http';

export const copyLink = (round: Round): Promise<void> => copyWithToast(`${location.origin}/${round.id}`, t('game.linkCopied'));

export const copyFen = (fen: string): Promise<void> => copyWithToast(fen, t('game.fenCopied'));

export const copyPgn = (round: Round): Promise<void> =>
  getText(`/game/export/${round.id}`).then(
    pgn => copyWithToast(pgn, t('game.pgnCopied')),
    (error: unknown) => void toast(errorText(error), 'bad'),
  );
