// SPDX-License-Identifier: MIT
/* Who can challenge, write and follow; kid mode; blocked people. */
import { useState } from 'preact/hooks';
import { errorText } from '../../app/errors';
import { toast } from '../../app/toast';
import { t } from '../../i18n';
import { setKid } from '../../state/local';
import { useStore, update } from '../../state/store';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Card';
import { Loading, useLoad } from '../../ui/Load';
import { getLines, postForm } from '../../wire/http';
import { userShape, type User } from '../../wire/users';
import { Choice, Flag, SwitchRow } from './choices';

function KidMode() {
  const kid = useStore(state => state.session.kid);
  const [busy, setBusy] = useState(false);
  const change = async (on: boolean) => {
    setBusy(true);
    try {
      await postForm(`/api/account/kid?v=${on}`);
      update(setKid(on));
    } catch (error) {
      toast(errorText(error), 'bad');
    }
    setBusy(false);
  };
  return <SwitchRow label={t('account.kid')} help={t('account.kidHelp')} checked={kid} disabled={busy} onValue={on => void change(on)} />;
}

function Blocked() {
  const loaded = useLoad<User[]>('blocked', () => getLines('/api/rel/blocked', userShape));
  const unblock = async (user: User) => {
    try {
      await postForm(`/api/rel/unblock/${encodeURIComponent(user.id)}`);
      loaded.setData((loaded.data ?? []).filter(other => other.id !== user.id));
    } catch (error) {
      toast(errorText(error), 'bad');
    }
  };
  return (
    <Card title={t('account.blocked')}>
      <Loading loaded={loaded} describe={errorText}>
        {users =>
          users.length ? (
            <ul class="people rows">
              {users.map(user => (
                <li key={user.id}>
                  <a class="p" href={`/@/${user.username}`}>
                    {user.username}
                  </a>
                  <span class="do">
                    <Button kind="line" size="small" onClick={() => void unblock(user)} aria-label={t('account.unblockName', { name: user.username })}>
                      {t('account.unblock')}
                    </Button>
                  </span>
                </li>
              ))}
            </ul>
          ) : (
            <p class="empty muted">{t('account.noBlocked')}</p>
          )
        }
      </Loading>
    </Card>
  );
}

export function Privacy() {
  return (
    <>
      <Card title={t('account.privacyTitle')}>
        <div class="prefs">
          <Choice name="challenge" />
          <Choice name="message" />
          <Flag name="follow" />
          <KidMode />
        </div>
      </Card>
      <Blocked />
    </>
  );
}
