// SPDX-License-Identifier: MIT
/* The terms of the game that quick pairing looks for. */
import { useState } from 'preact/hooks';
import type { DialogPageProps } from '../../app/Dialogs';
import { errorText } from '../../app/errors';
import { play } from '../../app/pairing';
import { chooseTerms, clockInWords, useTerms } from '../../app/terms';
import { TermsFields } from '../../app/TermsFields';
import { t } from '../../i18n';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Problem } from '../../ui/Problem';

export default function OptionsDialog({ onClose }: DialogPageProps) {
  const terms = useTerms();
  const [error, setError] = useState('');
  const start = () => play(terms).then(onClose, (failure: unknown) => setError(errorText(failure)));
  return (
    <Dialog title={t('play.options')} onClose={onClose}>
      <TermsFields terms={terms} onChange={chooseTerms} rated="either" range />
      <Problem text={error} />
      <footer>
        <Button kind="line" size="big" onClick={onClose}>
          {t('play.done')}
        </Button>
        <Button kind="primary" size="big" class="grow" onClick={start}>
          {t('play.playClock', { clock: clockInWords(terms.clock) })}
        </Button>
      </footer>
    </Dialog>
  );
}
