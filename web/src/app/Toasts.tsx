// SPDX-License-Identifier: MIT
/* Toasts: one at a time for five seconds, longer under the pointer; a challenge stays until it is answered. */
import { useEffect, useState } from 'preact/hooks';
import { t } from '../i18n';
import { playerName } from '../i18n/names';
import { loadRefusals, readParameters, refusalText } from '../i18n/refusals';
import { clearNotice, removeToast } from '../state/local';
import { receivedChallenges } from '../state/pairing';
import type { Challenge, State, Toast } from '../state/state';
import { update, useStore } from '../state/store';
import { Button, IconButton } from '../ui/Button';
import { AnnouncementToast } from './AnnouncementToast';
import { request } from './client';
import { errorText } from './errors';
import { useLocation } from './router';
import { SeekCall } from './SeekCall';
import { SentChallenges } from './SentChallenges';
import { expectGame } from './gameStarts';
import { challengeTerms } from './terms';
import { holdToasts, toast } from './toast';

function ChallengeToast({ challenge }: { challenge: Challenge }) {
  const answer = (accept: boolean) => {
    if (accept) expectGame(challenge.challenge);
    request({ t: 'answer', challenge: challenge.challenge, accept }).catch((error: unknown) => toast(errorText(error), 'bad'));
  };
  const name = challenge.from ? playerName(challenge.from) : t('common.guest');
  return (
    <div class="toast challenge" role="group" aria-label={t('common.challengeFor', { name })}>
      <p>{t('common.challenge', { name, terms: challengeTerms(challenge) })}</p>
      <div class="acts">
        <Button kind="primary" size="small" onClick={() => answer(true)}>
          {t('common.accept')}
        </Button>
        <Button kind="line" size="small" onClick={() => answer(false)}>
          {t('common.decline')}
        </Button>
      </div>
    </div>
  );
}

/** Why the server ended the session: stays until it is read. */
function Notice({ notice }: { notice: NonNullable<State['notice']> }) {
  const [ready, setReady] = useState(false);
  useEffect(() => void loadRefusals().then(() => setReady(true)), []);
  if (!ready) return null;
  const text = refusalText({ ...notice, parameters: readParameters(notice.parameters) });
  return (
    <div class="toast bad" role="alert">
      <p>{t('common.thrownOut', { reason: text })}</p>
      <IconButton icon="close" label={t('common.close')} onClick={() => update(clearNotice)} />
    </div>
  );
}

function Message({ message }: { message: Toast }) {
  const release = () => holdToasts(false);
  useEffect(() => release, []); // a message that is closed does not see the pointer leave
  return (
    <div
      class={`toast ${message.kind}`}
      role="status"
      onPointerEnter={event => holdToasts(event.pointerType === 'mouse')}
      onPointerLeave={release}
      onFocusIn={() => holdToasts(true)}
      onFocusOut={release}
    >
      {message.href ? <a href={message.href}>{message.text}</a> : <p>{message.text}</p>}
      <IconButton icon="close" label={t('common.close')} onClick={() => update(removeToast(message.id))} />
    </div>
  );
}

export function Toasts() {
  const toasts = useStore(state => state.toasts);
  const notice = useStore(state => state.notice);
  const challenges = useStore(state => state.challenges);
  const name = useStore(state => state.session.name);
  const ours = useStore(state => state.ours);
  const { pathname } = useLocation();
  const incoming = receivedChallenges({ challenges, name, ours }, pathname);
  const last = toasts[toasts.length - 1];
  return (
    <div class="toasts">
      {notice && <Notice notice={notice} />}
      {incoming.map(challenge => (
        <ChallengeToast key={challenge.challenge} challenge={challenge} />
      ))}
      <SentChallenges />
      <SeekCall />
      <AnnouncementToast />
      {last && <Message key={last.id} message={last} />}
    </div>
  );
}
