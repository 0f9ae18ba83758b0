// SPDX-License-Identifier: MIT
/* The choice of a channel. */
import { useRef } from 'preact/hooks';
import { t } from '../../i18n';
import { useStore } from '../../state/store';
import { useLoad } from '../../ui/Load';
import { useScrollToCurrent } from '../../ui/useScrollToCurrent';
import { getJson } from '../../wire/http';
import { channelName, shownChannels, type Channel } from './channel';

export function Channels({ current }: { current: Channel }) {
  const games = useStore(state => state.counts.games);
  const loaded = useLoad(`channels ${games}`, () => getJson<Record<string, unknown>>('/api/tv/channels', 'map'));
  const latest = useRef(loaded.data);
  latest.current = loaded.data ?? latest.current; // while the next answer is on its way
  const data = latest.current;
  const strip = useScrollToCurrent(`${current} ${Object.keys(data ?? {}).length}`);
  return (
    <nav class="channels" aria-label={t('watch.channels')} ref={strip}>
      {shownChannels(current, Object.keys(data ?? {})).map(channel => (
        <a
          key={channel}
          class="chip"
          href={channel === 'best' ? '/watch' : `/watch/${channel}`}
          aria-current={channel === current ? 'page' : undefined}
          data-live={data && channel in data ? '' : undefined}
        >
          {channelName(channel)}
        </a>
      ))}
    </nav>
  );
}
