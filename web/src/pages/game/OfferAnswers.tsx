// SPDX-License-Identifier: MIT
/* The two answers to a draw offer. */
import { act, type Verb } from '../../app/client';
import { t } from '../../i18n';
import type { Round } from '../../state/round';
import { Button } from '../../ui/Button';

export function OfferAnswers({ round }: { round: Round }) {
  const answer = (verb: Verb) => () => act(round.id, verb).catch(() => {});
  return (
    <>
      <Button kind="primary" size="small" onClick={answer('accept-draw')}>
        {t('common.accept')}
      </Button>
      <Button kind="line" size="small" onClick={answer('decline-draw')}>
        {t('common.decline')}
      </Button>
    </>
  );
}
