// SPDX-License-Identifier: MIT
/* Invites a friend: opens with a link already created. Other terms replace it with a new link. */
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

/** 'Standard', or 'From position' where the game starts elsewhere. */
const rulesInWords = ({ variant, fen }: Pick<Terms, 'variant' | 'fen'>): string => {
  if (!fen) return variantName(variant);
  return variant === 'standard' ? variantName('fromPosition') : `${variantName(variant)}, ${variantName('fromPosition')}`;
};

/** The terms as a short list. */
export function TermsList({ terms, side }: { terms: Pick<Terms, 'clock' | 'variant' | 'rated' | 'fen'>; side: string }) {
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
        {rulesInWords(terms)}, {t(`play.rated.${terms.rated}`)}
      </dd>
    </dl>
  );
}

/** The terms of a position from the editor: /?invite&fen=…&variant=… */
function termsOfAddress(url: URL): Terms | null {
  const fen = url.searchParams.get('fen');
  return fen ? { ...friendlyTerms, fen, variant: url.searchParams.get('variant') ?? 'standard' } : null;
}

/** Creates a link when the dialog opens, unless an open invitation has the same terms. */
function useFirstLink(make: (terms: Terms) => Promise<void>, given: Terms | null): void {
  useEffect(() => {
    void restoreInvitation().then(() => {
      const standing = getState().invitation;
      const fits = standing && (!given || standing.terms.fen === given.fen);
      return fits ? undefined : make(given ?? friendlyTerms);
    });
  }, []);
}

function Change({ terms, onDone }: { terms: Terms; onDone(terms: Terms): void }) {
  const [next, setNext] = useState(terms);
  return (
    <>
      <TermsFields terms={next} onChange={setNext} rated />
      <footer>
        <Button kind="primary" size="big" class="grow" onClick={() => onDone(next)}>
          {t('play.newLink')}
        </Button>
      </footer>
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

export default function InviteDialog({ url, onClose }: DialogPageProps) {
  const given = termsOfAddress(url);
  const invitation = useStore(state => state.invitation);
  const [changing, setChanging] = useState(false);
  const [error, setError] = useState('');
  const make = async (terms: Terms) => {
    setError('');
    await createInvitation(terms).catch((failure: unknown) => setError(errorText(failure)));
    setChanging(false);
  };
  useFirstLink(make, given);
  return (
    <Dialog title={t('play.invite')} class="wide" onClose={onClose}>
      <Problem text={error} />
      {error && !invitation && (
        <Button kind="line" onClick={() => make(given ?? friendlyTerms)}>
          {t('common.tryAgain')}
        </Button>
      )}
      {changing && <Change terms={invitation?.terms ?? given ?? friendlyTerms} onDone={make} />}
      {!changing && invitation && <Standing key={invitation.id} {...invitation} onChange={() => setChanging(true)} />}
      {!changing && !invitation && !error && <p class="muted inv-wait">{t('play.making')}</p>}
    </Dialog>
  );
}
