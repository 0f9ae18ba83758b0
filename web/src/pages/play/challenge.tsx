// SPDX-License-Identifier: MIT
/* Challenges a person by name: ?challenge=anna */
import { useState } from 'preact/hooks';
import { request } from '../../app/client';
import type { DialogPageProps } from '../../app/Dialogs';
import { errorText } from '../../app/errors';
import { openDialog } from '../../app/router';
import { expectGame } from '../../app/gameStarts';
import { TermsFields } from '../../app/TermsFields';
import { keep, recall } from '../../base/storage';
import { canBeRated, defaultTerms, readTerms, type Terms } from '../../base/terms';
import { t } from '../../i18n';
import { hasAccount } from '../../state/state';
import { useStore } from '../../state/store';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { TextField } from '../../ui/Field';
import { Problem } from '../../ui/Problem';

const STORED = 'challenge';
const MESSAGE_MAX = 140;

function readStored(): Terms {
  const stored = recall<unknown>(STORED);
  return stored ? readTerms(JSON.stringify(stored)) : { ...defaultTerms, rated: 'rated' };
}

async function sendChallenge(to: string, terms: Terms, message: string): Promise<void> {
  keep(STORED, terms);
  const { clock, variant, side, hidden } = terms;
  const rated = terms.rated !== 'casual' && canBeRated(terms);
  const { made } = await request({ t: 'challenge', to, clock, variant, side, hidden, rated, ...(message ? { message } : {}) });
  if (made) expectGame(made);
}

function GuestHint() {
  const go = (dialog: string) => openDialog(dialog, { replace: true });
  return (
    <>
      <p>{t('play.challengeGuest')}</p>
      <footer>
        <Button kind="line" icon="link" onClick={() => go('invite')}>
          {t('play.inviteInstead')}
        </Button>
        <Button kind="primary" onClick={() => go('login')}>
          {t('common.logIn')}
        </Button>
      </footer>
    </>
  );
}

function ChallengeForm({ name, onClose }: { name: string; onClose(): void }) {
  const [terms, setTerms] = useState(readStored);
  const [message, setMessage] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const submit = () => {
    setBusy(true);
    setError('');
    sendChallenge(name, terms, message)
      .then(onClose)
      .catch((failure: unknown) => setError(errorText(failure)))
      .finally(() => setBusy(false));
  };
  return (
    <>
      <TermsFields terms={terms.rated === 'either' ? { ...terms, rated: 'rated' } : terms} onChange={setTerms} rated />
      <TextField label={t('play.message')} value={message} maxLength={MESSAGE_MAX} onValue={setMessage} />
      <Problem text={error} />
      <footer>
        <Button kind="primary" size="big" class="grow" icon="swords" busy={busy} onClick={submit}>
          {t('play.challengeSend', { name })}
        </Button>
      </footer>
    </>
  );
}

export default function ChallengeDialog({ value, onClose }: DialogPageProps) {
  const account = useStore(state => hasAccount(state.session));
  return (
    <Dialog title={t('play.challengeTitle', { name: value })} onClose={onClose}>
      {account ? <ChallengeForm key={value} name={value} onClose={onClose} /> : <GuestHint />}
    </Dialog>
  );
}
