// SPDX-License-Identifier: MIT
/* The head of a profile: name, presence, and what you can do. */
import { useState } from 'preact/hooks';
import { errorText } from '../../app/errors';
import { logOut } from '../../app/logout';
import { navigate, openDialog } from '../../app/router';
import { toast } from '../../app/toast';
import { lookUp } from '../../base/lookup';
import { formatAgo, formatMonth, t } from '../../i18n';
import { hasAccount, isStaff, type Person } from '../../state/state';
import { useStore } from '../../state/store';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { Menu, type MenuItem } from '../../ui/Menu';
import { postForm } from '../../wire/http';
import type { User } from '../../wire/users';

interface HeadProps {
  user: User;
  own: boolean;
  onChange(user: User): void;
}

const presenceDots = { free: 'dot', playing: 'dot playing', away: 'dot away' } as const;
const presenceTexts = { free: 'profile.here', playing: 'profile.playing', away: 'profile.away' } as const;

function Presence({ user, person }: { user: User; person: Person | undefined }) {
  if (person) {
    const state = person.state as keyof typeof presenceDots;
    return (
      <>
        <span class={presenceDots[state]} /> {t(presenceTexts[state])}{' '}
      </>
    );
  }
  return user.seenAt ? <>{t('profile.seen', { ago: formatAgo(user.seenAt, Date.now()) })} </> : null;
}

function Facts({ user }: { user: User }) {
  const person = useStore(state => lookUp(state.people, user.username));
  const { all = 0, playing = 0 } = user.count ?? {};
  return (
    <p class="muted small">
      <Presence user={user} person={person} />
      {user.createdAt && `${t('profile.since', { date: formatMonth(user.createdAt) })} `}
      {playing ? t('profile.gamesRunning', { n: all, running: playing }) : t('profile.games', { n: all })}
    </p>
  );
}

type Relation = 'follow' | 'unfollow' | 'block' | 'unblock';

const relationTexts = {
  follow: 'profile.followed',
  unfollow: 'profile.unfollowed',
  block: 'profile.blockedToast',
  unblock: 'profile.unblockedToast',
} as const;

/** The user after a change of the relation: blocking ends following. */
function withRelation(user: User, relation: Relation): User {
  if (relation === 'follow' || relation === 'unfollow') return { ...user, following: relation === 'follow' };
  const blocking = relation === 'block';
  return { ...user, blocking, following: blocking ? false : user.following };
}

function useRelation(user: User, onChange: (user: User) => void) {
  const [busy, setBusy] = useState<Relation | null>(null);
  const change = async (relation: Relation) => {
    setBusy(relation);
    try {
      await postForm(`/api/rel/${relation}/${encodeURIComponent(user.id)}`);
      onChange(withRelation(user, relation));
      toast(t(relationTexts[relation], { name: user.username }), 'good');
    } catch (error) {
      toast(errorText(error), 'bad');
    }
    setBusy(null);
  };
  return { busy, change };
}

function OwnActions() {
  const staff = useStore(state => isStaff(state.session));
  return (
    <div class="acts">
      <a class="btn" href="/account/about">
        <Icon name="pencil" />
        {t('profile.edit')}
      </a>
      <a class="btn" href="/account/look">
        <Icon name="settings" />
        {t('profile.preferences')}
      </a>
      {staff && (
        <a class="btn" href="/admin">
          <Icon name="gear" />
          {t('common.admin')}
        </a>
      )}
      <Button kind="line" icon="logout" onClick={() => void logOut()}>
        {t('profile.logOut')}
      </Button>
    </div>
  );
}

function OthersActions({ user, onChange }: Omit<HeadProps, 'own'>) {
  const account = useStore(state => hasAccount(state.session));
  const kid = useStore(state => state.session.kid);
  const staff = useStore(state => isStaff(state.session));
  const { busy, change } = useRelation(user, onChange);
  const ask = (then: () => void) => (account ? then() : openDialog('login'));
  const items: MenuItem[] = [
    ...(user.blocking ? [] : [{ label: t('profile.block'), icon: 'block', onSelect: () => ask(() => void change('block')) } as const]),
    { label: t('profile.report', { name: user.username }), icon: 'flag', danger: true, onSelect: () => ask(() => openDialog(`report=${user.username}`)) },
    ...(staff ? [{ label: t('common.admin'), icon: 'gear', href: `/admin/users/${user.username}` } as const] : []),
  ];
  const following = user.following ?? false;
  return (
    <div class="acts">
      {!user.blocking && (
        <a class="btn primary" href={`/@/${user.username}?challenge=${user.username}`}>
          <Icon name="swords" />
          {t('profile.challenge')}
        </a>
      )}
      {!user.blocking && (user.followable !== false || following) && (
        <Button
          icon="star"
          busy={busy === 'follow' || busy === 'unfollow'}
          aria-pressed={following}
          title={following ? t('profile.unfollow') : undefined}
          onClick={() => ask(() => void change(following ? 'unfollow' : 'follow'))}
        >
          {t(following ? 'profile.following' : 'profile.follow')}
        </Button>
      )}
      {!user.blocking && !kid && (
        <Button icon="chat" onClick={() => ask(() => navigate(`/messages/${user.username}`))}>
          {t('profile.message')}
        </Button>
      )}
      {user.blocking && (
        <Button kind="line" busy={busy === 'unblock'} onClick={() => void change('unblock')}>
          {t('profile.unblock')}
        </Button>
      )}
      <Menu label={t('profile.more')} button={<Icon name="more" />} buttonClass="icon-btn" items={items} />
    </div>
  );
}

export function Head({ user, own, onChange }: HeadProps) {
  return (
    <div class="p-head">
      <span class="avatar" aria-hidden="true">
        {user.username.charAt(0)}
      </span>
      <div class="grow">
        <h1>
          {user.username}
          {user.title && <span class="badge title">{user.title}</span>}
        </h1>
        <Facts user={user} />
      </div>
      {own ? <OwnActions /> : <OthersActions user={user} onChange={onChange} />}
      {user.blocking && <p class="notice p-note">{t('profile.blocked', { name: user.username })}</p>}
    </div>
  );
}
