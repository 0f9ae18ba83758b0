// SPDX-License-Identifier: MIT
/* The players who are online, by name, with a button to challenge each. */
import { t } from '../../i18n';
import type { Person } from '../../state/state';
import { useStore } from '../../state/store';
import { Card } from '../../ui/Card';
import { Icon } from '../../ui/Icon';
import { ratingText } from '../../ui/Player';
import { sortPeople } from './people';

const dots: Record<string, string> = { free: 'dot', playing: 'dot playing', away: 'dot away' };
const words = { free: 'players.free', playing: 'players.playing', away: 'players.away' } as const;

/** The action for a player: watch one who is playing, challenge one who is free. */
function Action({ person, own }: { person: Person; own: boolean }) {
  if (own) return <span class="do">{t('common.you')}</span>;
  if (person.game)
    return (
      <span class="do">
        <a href={`/${person.game}`}>{t('common.watch')}</a>
      </span>
    );
  const label = t('players.challenge', { name: person.name });
  return (
    <a class="icon-btn" href={`?challenge=${person.name}`} aria-label={label} title={label}>
      <Icon name="swords" />
    </a>
  );
}

function Row({ person, own }: { person: Person; own: boolean }) {
  const state = person.state as keyof typeof words;
  return (
    <li>
      <span class={dots[state] ?? 'dot'} title={t(words[state] ?? words.free)} />
      <span class="sr">{t(words[state] ?? words.free)}</span>
      <a class="p clip" href={`/@/${person.name}`}>
        {person.name}
      </a>
      {person.role === 'bot' && <span class="badge">BOT</span>}
      <span class="r">{ratingText({ rating: person.rating, provisional: person.provisional })}</span>
      <Action person={person} own={own} />
    </li>
  );
}

export function OnlinePlayers() {
  const people = useStore(state => state.people);
  const guests = useStore(state => state.counts.guests);
  const you = useStore(state => state.session.name);
  const list = sortPeople(Object.values(people));
  return (
    <Card class="here" title={t('players.here')} extra={<span class="muted small">{list.length}</span>}>
      {list.length ? (
        <ul class="people">
          {list.map(person => (
            <Row key={person.name} person={person} own={person.name === you} />
          ))}
        </ul>
      ) : (
        <div class="empty">
          <p>{t('players.nobody')}</p>
          <a class="btn line small" href="/?invite">
            {t('players.invite')}
          </a>
        </div>
      )}
      {guests > 0 && <p class="guests muted small">{t('players.guests', { n: guests })}</p>}
    </Card>
  );
}
