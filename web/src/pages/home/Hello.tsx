// SPDX-License-Identifier: MIT
/* The greeting: how many are here, the message of the day, announcements. */
import { formatNumber, t } from '../../i18n';
import { useStore } from '../../state/store';
import { Icon } from '../../ui/Icon';
import { greetingOf } from './greeting';

export function Hello({ motd }: { motd: string }) {
  const counts = useStore(state => state.counts);
  const announcements = useStore(state => state.announcements);
  const { title, line } = greetingOf(counts);
  const parameters = { n: title.n, count: formatNumber(title.n), games: t('home.games', { n: counts.games, count: formatNumber(counts.games) }) };
  return (
    <div class="hello">
      <h1>{t(title.key, parameters)}</h1>
      {motd ? <p class="motd">{motd}</p> : <p>{t(line)}</p>}
      {announcements.map(announcement => (
        <p class="notice" key={announcement.id}>
          <Icon name="mega" />
          <span>{announcement.text}</span>
        </p>
      ))}
    </div>
  );
}
