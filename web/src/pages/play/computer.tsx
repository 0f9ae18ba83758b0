// SPDX-License-Identifier: MIT
/* A game against the computer: level, rules, colour, clock; and where it is played. In the page there are
 * hints and take-backs; the server keeps its games and never takes a move back. */
import { useState } from 'preact/hooks';
import { ensureIdentity, Refusal } from '../../app/client';
import { computerAddress, hasComputerGame, storedTerms, storeTerms } from '../../app/computerTerms';
import type { DialogPageProps } from '../../app/Dialogs';
import { errorText } from '../../app/errors';
import { navigate } from '../../app/router';
import { useServerInfo } from '../../app/server';
import { requestGame } from '../../app/gameStarts';
import { sentence } from '../../base/sentence';
import { keep, recall } from '../../base/storage';
import { t } from '../../i18n';
import { Button } from '../../ui/Button';
import { ComputerForm, LEVELS, type ComputerTerms } from '../../ui/ComputerForm';
import { Dialog } from '../../ui/Dialog';
import { Segments } from '../../ui/Field';
import { Problem } from '../../ui/Problem';

type Place = 'page' | 'server';
const STORED = 'computer-place';

async function startOnServer({ level, clock, variant, color }: ComputerTerms): Promise<void> {
  await ensureIdentity();
  await requestGame({ t: 'computer', level, clock, variant, side: color });
}

function PlaceField({ place, onPlace }: { place: Place; onPlace(place: Place): void }) {
  return (
    <div class="field">
      <span class="label">{t('play.computerPlace')}</span>
      <Segments
        label={t('play.computerPlace')}
        value={place}
        options={[
          { value: 'page', label: t('play.computerPage') },
          { value: 'server', label: t('play.computerServer') },
        ]}
        onValue={onPlace}
      />
      <p class="help">{t(place === 'page' ? 'play.computerPageHelp' : 'play.computerServerHelp')}</p>
    </div>
  );
}

/** Why no game was started. If another one is still running, links to it instead of showing its id. */
function StartProblem({ error }: { error: unknown }) {
  const running = error instanceof Refusal ? error.parameters['game'] : undefined;
  return (
    <>
      <Problem text={running ? sentence(t('refused.computer-busy-own')) : errorText(error)} />
      {running && (
        <p>
          <a href={`/${running}`}>{t('play.toGame')}</a>
        </p>
      )}
    </>
  );
}

export default function ComputerDialog({ onClose }: DialogPageProps) {
  const levels = useServerInfo()?.computerLevels ?? LEVELS.length;
  const [terms, setTerms] = useState(storedTerms);
  const [wanted, setWanted] = useState<Place>(() => (recall(STORED) === 'server' ? 'server' : 'page'));
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const place = levels > 0 ? wanted : 'page';
  const start = () => {
    storeTerms(terms);
    keep(STORED, place);
    if (place === 'page') return navigate(computerAddress(terms), { replace: true });
    setBusy(true);
    setError(null);
    startOnServer(terms)
      .catch(setError)
      .finally(() => setBusy(false));
  };
  return (
    <Dialog title={t('play.computer')} onClose={onClose}>
      <ComputerForm terms={terms} onTerms={setTerms} />
      {levels > 0 ? <PlaceField place={place} onPlace={setWanted} /> : <p class="small muted">{t('play.computerPageHelp')}</p>}
      {error !== null && <StartProblem error={error} />}
      {hasComputerGame() && (
        <p class="small">
          <a href="/computer">{t('play.computerLast')}</a>
        </p>
      )}
      <footer>
        <Button kind="primary" size="big" class="grow" busy={busy} onClick={start}>
          {t('play.computerStart', { n: terms.level })}
        </Button>
      </footer>
    </Dialog>
  );
}
