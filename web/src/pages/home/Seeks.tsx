// SPDX-License-Identifier: MIT
/* Who is looking for a game. The list has a fixed height; new seeks come at the end, and one that is gone
 * keeps its place for a second (SeekCall drops it). */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { errorText } from '../../app/errors';
import { cancelInvitation } from '../../app/invitation';
import { cancelPlay, cancelSeek, seekerOf } from '../../app/pairing';
import { openDialog } from '../../app/router';
import { joinSeek } from '../../app/seeks';
import { cancelChallenge } from '../../app/SentChallenges';
import { clockInWords, seekTerms, sideInWords } from '../../app/terms';
import { toast } from '../../app/toast';
import { t } from '../../i18n';
import { playerName } from '../../i18n/names';
import { isRatedFor, obstacleOf, orderSeeks, sentChallenges } from '../../state/pairing';
import type { Challenge, Seek } from '../../state/state';
import { getState, useStore } from '../../state/store';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Card';
import { ratingText } from '../../ui/Player';
import { NoSeeks } from './NoSeeks';

function JoinButton({ seek, label }: { seek: Seek; label: string }) {
  const [busy, setBusy] = useState(false);
  const click = () => {
    setBusy(true);
    joinSeek(seek)
      .catch((error: unknown) => toast(gone(seek) ? t('home.faster') : errorText(error), 'bad'))
      .finally(() => setBusy(false));
  };
  return (
    <Button kind="text" size="small" class="join" busy={busy} disabled={seek.gone} aria-label={label} onClick={click}>
      {t('common.play')}
    </Button>
  );
}

const gone = (seek: Seek): boolean => !getState().seeks.some(other => other.seek === seek.seek && !other.gone);

interface RowProps {
  clock: string;
  side: string;
  terms: string;
  class?: string;
  name: ComponentChildren;
  children: ComponentChildren;
}

function Row({ clock, side, terms, name, class: extra, children }: RowProps) {
  const letter = side === 'white' ? 'w' : side === 'black' ? 'b' : 'r';
  return (
    <li class={extra}>
      <span class="tcx">{clockInWords(clock)}</span>
      <span>
        <span class={`side ${letter}`} />
        <span class="sr">{sideInWords(side)}</span>
      </span>
      <span class="clip">{name}</span>
      <span class="muted small clip">{terms}</span>
      {children}
    </li>
  );
}

function Obstacle({ seek }: { seek: Seek }) {
  const reason = obstacleOf(seek, seekerOf(getState()));
  if (reason === 'rating') return <span class="why-not">{t('home.outOfRange')}</span>;
  return (
    <button type="button" class="btn text small" title={t('home.guestRated')} aria-label={t('home.guestRated')} onClick={() => openDialog('login')}>
      {t('common.logIn')}
    </button>
  );
}

function SeekRow({ seek }: { seek: Seek }) {
  const me = seekerOf(getState());
  const terms = seekTerms({ ...seek, rated: isRatedFor(seek, me) });
  const blocked = !seek.yours && obstacleOf(seek, me) !== null;
  const classes = [seek.yours ? 'mine' : '', seek.gone ? 'gone' : '', blocked ? 'far' : ''].filter(Boolean).join(' ');
  const name = (
    <>
      <b>{playerName(seek.name)}</b> <span class="muted">{seek.yours ? t('home.you') : ratingText(seek)}</span>
    </>
  );
  const label = t('home.playSeek', { name: playerName(seek.name), clock: clockInWords(seek.clock), terms });
  return (
    <Row clock={seek.clock} side={seek.side} terms={terms} name={name} class={classes || undefined}>
      {seek.yours ? <CancelButton onClick={() => cancelSeek(seek)} /> : blocked ? <Obstacle seek={seek} /> : <JoinButton seek={seek} label={label} />}
    </Row>
  );
}

function CancelButton({ onClick }: { onClick(): void }) {
  return (
    <Button kind="line" size="small" onClick={onClick}>
      {t('common.cancel')}
    </Button>
  );
}

/** The list also shows our invitation by link. */
function InvitationRow() {
  const invitation = useStore(state => state.invitation);
  if (!invitation) return null;
  const { clock, side } = invitation.terms;
  return (
    <Row clock={clock} side={side} terms={t('home.byLink')} class="mine" name={<a href="/?invite">{t('home.yourInvitation')}</a>}>
      <CancelButton onClick={cancelInvitation} />
    </Row>
  );
}

/** So do our challenges that were not answered yet. */
function ChallengeRow({ challenge }: { challenge: Challenge }) {
  return (
    <Row clock={challenge.clock} side={challenge.side} terms={seekTerms(challenge)} class="mine" name={t('common.challengeTo', { name: challenge.to! })}>
      <CancelButton onClick={() => cancelChallenge(challenge)} />
    </Row>
  );
}

/** While we wait in a pool there is no seek of ours; the list shows that we wait nevertheless. */
function PoolRow() {
  const pool = useStore(state => state.pool);
  const name = useStore(state => state.session.name);
  if (!pool) return null;
  return (
    <Row clock={pool} side="random" terms={t('home.pairing')} class="mine" name={<b>{playerName(name ?? '')}</b>}>
      <CancelButton onClick={cancelPlay} />
    </Row>
  );
}

export function Seeks() {
  const seeks = useStore(state => state.seeks);
  const waiting = useStore(state => Number(state.pool !== null) + Number(state.invitation !== null));
  const challenges = useStore(state => state.challenges);
  const name = useStore(state => state.session.name);
  const sent = sentChallenges({ challenges, name });
  const others = waiting + sent.length;
  useStore(state => state.session);
  useStore(state => state.ratings);
  const count = seeks.filter(seek => !seek.gone).length + others;
  return (
    <Card title={t('home.looking')} extra={<span class="badge">{count}</span>}>
      {seeks.length + others === 0 ? (
        <NoSeeks />
      ) : (
        <ul class="seeks" tabIndex={0} aria-label={t('home.openGames')}>
          <InvitationRow />
          <PoolRow />
          {sent.map(challenge => (
            <ChallengeRow key={challenge.challenge} challenge={challenge} />
          ))}
          {orderSeeks(seeks).map(seek => (
            <SeekRow key={seek.seek} seek={seek} />
          ))}
        </ul>
      )}
    </Card>
  );
}
