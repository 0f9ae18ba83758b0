// SPDX-License-Identifier: MIT
/* Invites a friend: opens with a link already made. Other terms make another link in its place. */
import './page.css';
import { useEffect, useState } from 'preact/hooks';
import type { DialogPageProps } from '../../app/Dialogs';
import { errorText } from '../../app/errors';
import { createInvitation, friendlyTerms, invitationLink, restoreInvitation } from '../../app/invitation';
import { clockInWords, variantName } from '../../app/terms';
import { TermsFields } from '../../app/TermsFields';
import type { Terms } from '../../base/terms';
import { t } from '../../i18n';
import { getState, useStore } from '../../state/store';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Problem } from '../../ui/Problem';
import { QrCode } from '../../ui/QrCode';
import { LinkField } from './LinkField';

/** The terms as a short list. */
export function TermsList({ terms, side }: { terms: Pick<Terms, 'clock' | 'variant' | 'rated'>; side: string }) {
  return (
    <dl class="kv">
      <dt>{t('play.time')}</dt>
      <dd>
        <b class="slab">{clockInWords(terms.clock)}</b>
      </dd>
      <dt>{t('play.colour')}</dt>
      <dd>{side}</dd>
      <dt>{t('play.variant')}</dt>
      <dd>
        {variantName(terms.variant)}, {t(`play.rated.${terms.rated}`)}
      </dd>
    </dl>
  );
}

/** Makes a link when the dialog opens, unless one stands. */
function useFirstLink(make: (terms: Terms) => Promise<void>): void {
  useEffect(() => {
    void restoreInvitation().then(() => (getState().invitation ? undefined : make(friendlyTerms)));
  }, []);
}

function Change({ terms, onDone }: { terms: Terms; onDone(terms: Terms): void }) {
  const [next, setNext] = useState(terms);
  return (
    <>
      <TermsFields terms={next} onChange={setNext} rated />
      <Button kind="primary" size="big" onClick={() => onDone(next)}>
        {t('play.newLink')}
      </Button>
    </>
  );
}

function Standing({ id, terms, onChange }: { id: string; terms: Terms; onChange(): void }) {
  const link = invitationLink(id);
  return (
    <>
      <LinkField link={link} />
      <div class="inv">
        <QrCode text={link} label={t('play.qr')} />
        <div class="inv-t">
          <p>
            <b>{t('play.startsWhen')}</b>
          </p>
          <p class="muted small">{t('play.linkWorks')}</p>
          <TermsList terms={terms} side={t(`common.${terms.side}`)} />
          <Button kind="line" size="small" onClick={onChange}>
            {t('play.change')}
          </Button>
        </div>
      </div>
      <p class="waiting">
        <span class="dot playing" aria-hidden="true" />
        <span>{t('play.waitingFriend')}</span>
      </p>
    </>
  );
}

export default function InviteDialog({ onClose }: DialogPageProps) {
  const invitation = useStore(state => state.invitation);
  const [changing, setChanging] = useState(false);
  const [error, setError] = useState('');
  const make = async (terms: Terms) => {
    setError('');
    await createInvitation(terms).catch((failure: unknown) => setError(errorText(failure)));
    setChanging(false);
  };
  useFirstLink(make);
  return (
    <Dialog title={t('play.invite')} class="wide" onClose={onClose}>
      <Problem text={error} />
      {error && !invitation && (
        <Button kind="line" onClick={() => make(friendlyTerms)}>
          {t('common.tryAgain')}
        </Button>
      )}
      {changing && <Change terms={invitation?.terms ?? friendlyTerms} onDone={make} />}
      {!changing && invitation && <Standing key={invitation.id} {...invitation} onChange={() => setChanging(true)} />}
      {!changing && !invitation && !error && <p class="muted inv-wait">{t('play.making')}</p>}
    </Dialog>
  );
}
