// SPDX-License-Identifier: MIT
/* Our unanswered challenges, shown on every page until they are answered or cancelled. They can be dismissed here,
 * because the home page lists them too. */
import { useState } from 'preact/hooks';
import { t } from '../i18n';
import { isAtOwnBoard, sentChallenges } from '../state/pairing';
import type { Challenge } from '../state/state';
import { useStore } from '../state/store';
import { Button, IconButton } from '../ui/Button';
import { request } from './client';
import { errorText } from './errors';
import { useLocation } from './router';
import { challengeTerms } from './terms';
import { toast } from './toast';

export const cancelChallenge = ({ challenge }: Challenge): void =>
  void request({ t: 'answer', challenge, accept: false }).catch((error: unknown) => toast(errorText(error), 'bad'));

function Sent({ challenge, onHide }: { challenge: Challenge; onHide(): void }) {
  const name = challenge.to!;
  return (
    <div class="toast challenge" role="group" aria-label={t('common.challengeTo', { name })}>
      <p role="status">{t('common.challengeSent', { name, terms: challengeTerms(challenge) })}</p>
      <div class="acts">
        <Button kind="line" size="small" onClick={() => cancelChallenge(challenge)}>
          {t('common.cancel')}
        </Button>
        <IconButton icon="close" label={t('common.close')} onClick={onHide} />
      </div>
    </div>
  );
}

export function SentChallenges() {
  const challenges = useStore(state => state.challenges);
  const name = useStore(state => state.session.name);
  const ours = useStore(state => state.ours);
  const { pathname } = useLocation();
  const [hidden, setHidden] = useState<readonly string[]>([]);
  if (isAtOwnBoard(ours, pathname)) return null;
  const shown = sentChallenges({ challenges, name }).filter(({ challenge }) => !hidden.includes(challenge));
  return (
    <>
      {shown.map(challenge => (
        <Sent key={challenge.challenge} challenge={challenge} onHide={() => setHidden([...hidden, challenge.challenge])} />
      ))}
    </>
  );
}
