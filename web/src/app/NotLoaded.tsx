// SPDX-License-Identifier: MIT
/* In place of a page whose code did not come: the connection is lost, or the server has a newer client. */
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../i18n';
import { useStore } from '../state/store';
import { Button } from '../ui/Button';
import { ErrorPage } from './ErrorPage';

/** Loads the page again when the connection is back. Not if it never was away: the code is missing then,
 * and the page would load for ever. */
function useReloadWhenBack(): void {
  const phase = useStore(state => state.connection.phase);
  const wasLost = useRef(false);
  useEffect(() => {
    if (phase === 'lost') wasLost.current = true;
    if (phase === 'open' && wasLost.current) location.reload();
  }, [phase]);
}

export function NotLoaded() {
  useReloadWhenBack();
  return (
    <ErrorPage title={t('common.notLoaded')} text={t('common.notLoadedText')}>
      <Button kind="primary" onClick={() => location.reload()}>
        {t('common.tryAgain')}
      </Button>
    </ErrorPage>
  );
}
