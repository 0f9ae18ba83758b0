// SPDX-License-Identifier: MIT
/* Shows in the header that we are waiting for an opponent; it can be cancelled on the home page. */
import { t } from '../i18n';
import { useStore } from '../state/store';
import { useLocation } from './router';

export function WaitingLink() {
  const waiting = useStore(state => state.wanted !== null);
  const { pathname } = useLocation();
  if (!waiting || pathname === '/') return null;
  return (
    <a class="turn-link quiet" href="/">
      <span class="spin" aria-hidden="true" />
      <span>{t('common.waiting')}</span>
    </a>
  );
}
