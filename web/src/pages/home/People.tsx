// SPDX-License-Identifier: MIT
/* Users who are online: challenge those who are free, watch those who are playing. */
import { openDialog } from '../../app/router';
import { formatNumber, t } from '../../i18n';
import type { Person } from '../../state/state';
import { useStore } from '../../state/store';
import { IconButton } from '../../ui/Button';
import { Card } from '../../ui/Card';
import { ratingText } from '../../ui/Player';
import { sortPeople } from './order';

const SHOWN = 8;

function PersonAction({ person }: { person: Person }) {
  const me = useStore(state => state.session.name);
  if (person.name === me) return <span class="do">{t('common.you')}</span>;
  if (person.state === 'playing' && person.game)
    return (
      <span class="do">
        <a href={`/${person.game}`} aria-label={t('home.watchPerson', { name: person.name })}>
          {t('common.watch')}
        </a>
      </span>
    );
  if (person.state !== 'free') return <span class="do">{t(person.state === 'playing' ? 'home.plays' : 'home.away')}</span>;
  return <IconButton icon="swords" label={t('home.challenge', { name: person.name })} onClick={() => openDialog(`challenge=${person.name}`)} />;
}

function PersonRow({ person }: { person: Person }) {
  return (
    <li>
      <span class={`dot ${person.state === 'free' ? '' : person.state}`} aria-hidden="true" />
      <a class="p clip" href={`/@/${person.name}`}>
        {person.name}
      </a>
      {person.role === 'bot' && <span class="badge">BOT</span>}
      <span class="r">{ratingText(person)}</span>
      <PersonAction person={person} />
    </li>
  );
}

function Others({ people, guests, shown }: { people: number; guests: number; shown: number }) {
  const more = people > shown;
  if (!more && !guests) return null;
  return (
    <li>
      {more && (
        <a class="small" href="/players">
          {t('home.allPeople', { n: people, count: formatNumber(people) })}
        </a>
      )}
      {guests > 0 && <span class="small muted">{t(shown ? 'home.andGuests' : 'home.guests', { n: guests, count: formatNumber(guests) })}</span>}
    </li>
  );
}

export function People() {
  const people = useStore(state => state.people);
  const counts = useStore(state => state.counts);
  const shown = sortPeople(Object.values(people)).slice(0, SHOWN);
  const count = counts.people + counts.guests;
  return (
    <Card title={t('home.hereNow')} extra={<span class="badge">{formatNumber(count)}</span>}>
      {count === 0 && shown.length === 0 ? (
        <div class="empty">
          <p>{t('home.nobodyHere')}</p>
        </div>
      ) : (
        <ul class="people">
          {shown.map(person => (
            <PersonRow key={person.name} person={person} />
          ))}
          <Others people={counts.people} guests={counts.guests} shown={shown.length} />
        </ul>
      )}
    </Card>
  );
}
