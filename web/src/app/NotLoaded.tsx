// SPDX-License-Identifier: MIT
/* Shown in place of a page whose code could not be loaded: the connection is lost, or the server has a newer
 * client. */
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../i18n';
import { useStore } from '../state/store';
import { Button } from '../ui/Button';
import { ErrorPage } from './ErrorPage';

/** Reloads the page when the connection is back. Not if it was never lost: then the code is missing, and the page
 * would reload forever. */
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
