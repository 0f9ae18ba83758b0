// SPDX-License-Identifier: MIT
/* A game against the computer on the server: level, rules, colour, clock. */
import { useState } from 'preact/hooks';
import { ensureIdentity, request } from '../../app/client';
import type { DialogPageProps } from '../../app/Dialogs';
import { errorText } from '../../app/errors';
import { useServerInfo } from '../../app/server';
import { expectGame } from '../../app/starts';
import { TermsFields } from '../../app/TermsFields';
import { defaultTerms, readTerms, type Terms } from '../../base/terms';
import { t } from '../../i18n';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Problem } from '../../ui/Problem';
import { keep, recall } from './memory';

const STORED = 'computer';

interface Choice {
  level: number;
  terms: Terms;
}

function readChoice(): Choice {
  const stored = recall<{ level?: number; terms?: unknown }>(STORED) ?? {};
  const level = Math.min(8, Math.max(1, Math.round(stored.level ?? 3)));
  return { level, terms: stored.terms ? readTerms(JSON.stringify(stored.terms)) : { ...defaultTerms, clock: '-', rated: 'casual' } };
}

async function startGame({ level, terms }: Choice): Promise<void> {
  keep(STORED, { level, terms });
  await ensureIdentity();
  expectGame();
  const { clock, variant, side, hidden } = terms;
  await request({ t: 'computer', level, clock, variant, side, hidden });
}

function Levels({ count, level, onLevel }: { count: number; level: number; onLevel(level: number): void }) {
  const levels = Array.from({ length: count }, (_, i) => i + 1);
  return (
    <fieldset>
      <legend>{t('play.level')}</legend>
      <div class="levels">
        {levels.map(n => (
          <label key={n}>
            <input type="radio" name="level" checked={n === level} onChange={() => onLevel(n)} />
            <span>{n}</span>
          </label>
        ))}
      </div>
      <p class="small muted help" aria-live="polite">
        {t(`play.level.${Math.min(8, level) as 1}`)}
      </p>
    </fieldset>
  );
}

export default function ComputerDialog({ onClose }: DialogPageProps) {
  const levels = useServerInfo()?.computerLevels ?? 8;
  const [choice, setChoice] = useState(readChoice);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const start = () => {
    setBusy(true);
    setError('');
    startGame(choice)
      .catch((failure: unknown) => setError(errorText(failure)))
      .finally(() => setBusy(false));
  };
  return (
    <Dialog title={t('play.computer')} onClose={onClose}>
      {levels > 0 ? (
        <>
          <Levels count={levels} level={choice.level} onLevel={level => setChoice({ ...choice, level })} />
          <TermsFields terms={choice.terms} onChange={terms => setChoice({ ...choice, terms })} />
          <Problem text={error} />
          <Button kind="primary" size="big" busy={busy} onClick={start}>
            {t('play.computerStart', { n: choice.level })}
          </Button>
        </>
      ) : (
        <p>{t('play.computerNone')}</p>
      )}
      <p class="small">
        <a href="/computer">{t('play.computerOffline')}</a>
      </p>
    </Dialog>
  );
}
