// SPDX-License-Identifier: MIT
/* The greeting: how many are here, the message of the day, announcements. */
import { useEffect } from 'preact/hooks';
import { markRead } from '../../app/announcements';
import { formatNumber, t } from '../../i18n';
import { useStore } from '../../state/store';
import { Icon } from '../../ui/Icon';
import { greetingOf } from './greeting';

/** Until the numbers are known there is room for them, but nothing to read. */
export function WelcomeHeader({ motd, settled }: { motd: string; settled: boolean }) {
  const counts = useStore(state => state.counts);
  const announcements = useStore(state => state.announcements);
  useEffect(() => markRead(announcements.map(({ id }) => id), announcements), [announcements]);
  const { title, line } = greetingOf(counts);
  const parameters = { n: title.n, count: formatNumber(title.n), games: t('home.games', { n: counts.games, count: formatNumber(counts.games) }) };
  const known = settled || title.n > 0 || counts.games > 0;
  return (
    <div class="hello">
      <h1>{known ? t(title.key, parameters) : '\u00a0'}</h1>
      {motd ? <p class="motd">{motd}</p> : known && <p>{t(line)}</p>}
      {announcements.map(announcement => (
        <p class="notice" key={announcement.id}>
          <Icon name="mega" />
          <span>{announcement.text}</span>
        </p>
      ))}
    </div>
  );
}
