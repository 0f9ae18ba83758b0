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
  const waiting = useStore(state => state.seeks.filter(seek => !seek.yours && !seek.gone).length);
  const own = useStore(state => Object.keys(state.ours).length);
  const { title, games, line } = greetingOf(counts, { waiting, own });
  const parameters = { n: title.n, count: formatNumber(title.n), games: t('home.games', { n: games, count: formatNumber(games) }) };
  const known = settled || title.n > 0 || games > 0;
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
