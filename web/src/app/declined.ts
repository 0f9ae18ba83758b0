// SPDX-License-Identifier: MIT
/* Tells a challenger that the challenge was declined, and why. */
import { t } from '../i18n';
import { loadRefusals, refusalText } from '../i18n/refusals';
import { getState } from '../state/store';
import type { Server } from '../wire/types';
import { listen } from './client';
import { toast } from './toast';

/** The generic reason, which is not shown. */
const NO_REASON = 'generic';

async function tell({ to, reason = '', reason_key = NO_REASON }: Server<'challenged'>): Promise<void> {
  const name = to ?? t('common.guest');
  if (reason_key === NO_REASON) {
    toast(t('common.challengeDeclined', { name }));
    return;
  }
  await loadRefusals();
  const why = refusalText({ text: reason, code: `decline-${reason_key}` });
  toast(t('common.challengeDeclinedWhy', { name, reason: why }));
}

/** A rematch is declined at its board. */
const isOurs = ({ state, from, rematch_of }: Server<'challenged'>): boolean =>
  state === 'declined' && from === getState().session.name && rematch_of === undefined;

export function followDeclined(): void {
  listen(message => {
    if (message.t === 'challenged' && isOurs(message)) void tell(message);
  });
}
