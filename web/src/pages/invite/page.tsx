// SPDX-License-Identifier: MIT
/* The page behind an invitation's link: the terms and one button. */
import './page.css';
import { useEffect, useState } from 'preact/hooks';
import { ensureIdentity, Refusal, request } from '../../app/client';
import { errorText } from '../../app/errors';
import { cancelInvitation, invitationLink } from '../../app/invitation';
import type { PageProps } from '../../app/page';
import { navigate, openDialog } from '../../app/router';
import { expectGame } from '../../app/gameStarts';
import { useTitle } from '../../app/title';
import { opposite } from '../../base/side';
import { MiniBoard } from '../../board/MiniBoard';
import { rules } from '../../chess/rules';
import { t } from '../../i18n';
import { playerName } from '../../i18n/names';
import { hasAccount } from '../../state/state';
import { useStore } from '../../state/store';
import { HttpError } from '../../wire/http';
import { Button } from '../../ui/Button';
import { Loading, useLoad } from '../../ui/Load';
import { Problem } from '../../ui/Problem';
import { ratingText } from '../../ui/Player';
import { TermsList } from './dialog';
import { loadInvitation, type Invitation } from './invitation';
import { LinkField } from './LinkField';

/** Why the invitation cannot be accepted: it has ended, or another player has accepted it. */
function Over({ id, taken }: { id: string; taken: boolean }) {
  return (
    <>
      <h1>{t(taken ? 'play.taken' : 'play.gone')}</h1>
      <p>{t(taken ? 'play.takenHow' : 'play.goneHow')}</p>
      <div class="wrap">
        {taken && (
          <a class="btn line" href={`/${id}`}>
            {t('play.takenWatch')}
          </a>
        )}
        <a class="btn primary" href="/">
          {t('play.toHome')}
        </a>
      </div>
    </>
  );
}

function Own({ id }: { id: string }) {
  const cancel = () => {
    request({ t: 'answer', challenge: id, accept: false }).catch(() => undefined);
    cancelInvitation();
    navigate('/');
  };
  return (
    <>
      <h1>{t('play.ownInvitation')}</h1>
      <p>{t('play.ownHow')}</p>
      <LinkField link={invitationLink(id)} />
      <Button kind="line" onClick={cancel}>
        {t('play.withdraw')}
      </Button>
    </>
  );
}

async function accept(id: string): Promise<void> {
  await ensureIdentity();
  expectGame(id);
  await request({ t: 'answer', challenge: id, accept: true });
  navigate(`/${id}`);
}

function Offer({ invitation, onOver }: { invitation: Invitation; onOver(): void }) {
  const { id, from, rated, side } = invitation;
  const account = useStore(state => hasAccount(state.session));
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const play = () => {
    setBusy(true);
    accept(id)
      .catch((failure: unknown) => (failure instanceof Refusal && failure.why === 'not-found' ? onOver() : setError(errorText(failure))))
      .finally(() => setBusy(false));
  };
  const mustLogIn = rated && !account;
  return (
    <>
      <h1>{from ? t('play.invitedBy', { name: playerName(from.name) }) : t('play.invited')}</h1>
      {from?.rating && <p class="muted">{ratingText(from)}</p>}
      <TermsList terms={{ ...invitation, rated: rated ? 'rated' : 'casual' }} side={side === 'random' ? t('common.random') : t(`common.${opposite(side)}`)} />
      <Problem text={error} />
      {mustLogIn ? (
        <Button kind="primary" size="big" onClick={() => openDialog('login')}>
          {t('common.logIn')}
        </Button>
      ) : (
        <Button kind="primary" size="big" busy={busy} onClick={play}>
          {t('play.join')}
        </Button>
      )}
      <p class="muted small">{t(mustLogIn ? 'play.joinRated' : account ? 'play.joinMember' : 'play.joinHow')}</p>
    </>
  );
}

function Content({ invitation, onOver }: { invitation: Invitation; onOver(): void }) {
  const ours = useStore(state => state.invitation?.id === invitation.id || (state.session.name !== null && state.session.name === invitation.from?.name));
  if (invitation.state !== 'open') return <Over id={invitation.id} taken={invitation.state === 'taken'} />;
  return ours ? <Own id={invitation.id} /> : <Offer invitation={invitation} onOver={onOver} />;
}

/** A player of the resulting game is redirected to its board. */
function useGoToGame(id: string): void {
  const plays = useStore(state => id in state.ours);
  useEffect(() => {
    if (plays) navigate(`/${id}`, { replace: true });
  }, [plays]);
}

/** The start position of the game. */
function Picture({ variant }: { variant: string }) {
  const known = rules().variants.includes(variant);
  return (
    <div class="picture" aria-hidden="true">
      <MiniBoard fen={rules().start(known ? variant : 'standard').fen()} />
    </div>
  );
}

export default function InvitationPage({ params }: PageProps) {
  const id = params['id'] ?? '';
  const loaded = useLoad(id, () => loadInvitation(id));
  useTitle(t('play.invited'));
  useGoToGame(id);
  return (
    <div class="page invited">
      <section class="card">
        <Picture variant={loaded.data?.state === 'open' ? loaded.data.variant : 'standard'} />
        <Loading loaded={loaded} describe={error => (error instanceof HttpError && error.status === 404 ? t('play.gone') : errorText(error))}>
          {invitation => (
            <div class="words">
              <Content invitation={invitation} onOver={loaded.reload} />
            </div>
          )}
        </Loading>
      </section>
    </div>
  );
}
