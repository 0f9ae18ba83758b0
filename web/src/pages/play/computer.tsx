// SPDX-License-Identifier: MIT
/* A game against the computer on the server: level, rules, colour, clock. */
import { useState } from 'preact/hooks';
import { ensureIdentity, request } from '../../app/client';
import type { DialogPageProps } from '../../app/Dialogs';
import { errorText } from '../../app/errors';
import { useServerInfo } from '../../app/server';
import { expectGame } from '../../app/starts';
import { isVariant } from '../../chess/variants';
import { t } from '../../i18n';
import { Button } from '../../ui/Button';
import { ComputerForm, defaultTerms, LEVELS, type ComputerTerms } from '../../ui/ComputerForm';
import { Dialog } from '../../ui/Dialog';
import { Problem } from '../../ui/Problem';
import { keep, recall } from './memory';

const STORED = 'computer';

function readStored(): ComputerTerms {
  const stored = recall<Partial<ComputerTerms>>(STORED) ?? {};
  const level = LEVELS.find(number => number === stored.level) ?? defaultTerms.level;
  const variant = stored.variant && isVariant(stored.variant) ? stored.variant : defaultTerms.variant;
  return { ...defaultTerms, ...stored, level, variant };
}

async function startGame({ level, clock, variant, color }: ComputerTerms): Promise<void> {
  keep(STORED, { level, clock, variant, color });
  await ensureIdentity();
  expectGame();
  await request({ t: 'computer', level, clock, variant, side: color });
}

function OnlineForm() {
  const [terms, setTerms] = useState(readStored);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const start = () => {
    setBusy(true);
    setError('');
    startGame(terms)
      .catch((failure: unknown) => setError(errorText(failure)))
      .finally(() => setBusy(false));
  };
  return (
    <>
      <ComputerForm terms={terms} onTerms={setTerms} />
      <Problem text={error} />
      <Button kind="primary" size="big" busy={busy} onClick={start}>
        {t('play.computerStart', { n: terms.level })}
      </Button>
    </>
  );
}

export default function ComputerDialog({ onClose }: DialogPageProps) {
  const levels = useServerInfo()?.computerLevels ?? LEVELS.length;
  return (
    <Dialog title={t('play.computer')} onClose={onClose}>
      {levels > 0 ? <OnlineForm /> : <p>{t('play.computerNone')}</p>}
      <p class="small">
        <a href="/computer">{t('play.computerOffline')}</a>
      </p>
    </Dialog>
  );
}
