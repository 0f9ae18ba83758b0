// SPDX-License-Identifier: MIT
/* Shown when there are no seeks: what the user can do instead. */
import { openDialog } from '../../app/router';
import { t } from '../../i18n';
import type { Person } from '../../state/state';
import { hasAccount } from '../../state/state';
import { useStore } from '../../state/store';
import { Button } from '../../ui/Button';
import { sortPeople } from './order';

/** A user who can be challenged; guests cannot challenge by name. */
function useFreePerson(): Person | null {
  const people = useStore(state => state.people);
  const session = useStore(state => state.session);
  if (!hasAccount(session)) return null;
  return sortPeople(Object.values(people)).find(person => person.state === 'free' && person.name !== session.name) ?? null;
}

export function NoSeeks() {
  const person = useFreePerson();
  const [before, after] = t('home.nobodyWaits', { play: '|' }).split('|');
  return (
    <div class="empty nobody">
      <p>
        {before}
        <b>{t('common.play')}</b>
        {after}
      </p>
      <div class="wrap">
        {person ? (
          <Button kind="line" icon="swords" onClick={() => openDialog(`challenge=${person.name}`)}>
            {t('home.challenge', { name: person.name })}
          </Button>
        ) : (
          <Button kind="line" icon="link" onClick={() => openDialog('invite')}>
            {t('home.invite')}
          </Button>
        )}
        <Button kind="line" icon="chip" onClick={() => openDialog('computer')}>
          {t('home.computerMeanwhile')}
        </Button>
      </div>
    </div>
  );
}
