// SPDX-License-Identifier: MIT
/* While we look for an opponent and browse, the header says so; the home page can cancel it. */
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
