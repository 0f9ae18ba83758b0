// SPDX-License-Identifier: MIT
/* Watch: the game of a channel of TV on a big board with its moves and chat, and a wall of the others. */
import './page.css';
import { useEffect } from 'preact/hooks';
import { NotFound } from '../../app/App';
import { Chat, useChatAllowed } from '../../app/Chat';
import { subscribeTo } from '../../app/client';
import { resultInWords } from '../../app/endings';
import { useKeys } from '../../app/keys';
import { NotLoaded } from '../../app/NotLoaded';
import type { PageProps } from '../../app/page';
import { useFeatured, useRunningUpdates } from '../../app/runningGames';
import { useTitle } from '../../app/title';
import { t } from '../../i18n';
import { isOver, isPlayer, type Round } from '../../state/round';
import { useStore } from '../../state/store';
import { Channels } from './Channels';
import { channelName, isChannel, type Channel } from './channel';
import { Moves } from './Moves';
import { Stage } from './Stage';
import { useWatched } from './useWatched';
import { Wall } from './Wall';

/** The `people` subscription has the number of games; the results are shown on an empty channel. */
function useSubscriptions(): void {
  useEffect(() => {
    const ends = [subscribeTo({ t: 'people', on: true }), subscribeTo({ t: 'results', on: true })];
    return () => ends.forEach(end => end());
  }, []);
}

/** Players chat on the page of their game; here they can only read, and only when it is over. */
function TvChat({ round }: { round: Round }) {
  const allowed = useChatAllowed(round);
  if (!allowed || (isPlayer(round) && !isOver(round))) return null;
  return <Chat key={round.id} round={round} end={resultInWords(round)} canWrite={!isPlayer(round)} />;
}

export default function WatchPage({ params }: PageProps) {
  const named = params['channel'] ?? 'best';
  return isChannel(named) ? <ChannelView channel={named} /> : <NotFound />;
}

function ChannelView({ channel }: { channel: Channel }) {
  useSubscriptions();
  useRunningUpdates();
  useTitle(t('watch.title', { channel: channelName(channel) }));
  const featured = useFeatured(channel);
  const last = useStore(state => state.results[0] ?? null);
  const game = featured?.game ?? null;
  const shown = game ?? (featured ? (last?.game ?? null) : null);
  const watched = useWatched(shown);
  const running = useStore(state => state.runningCount);
  useKeys({
    ArrowLeft: () => watched?.select(watched.ply - 1),
    ArrowRight: () => watched?.select(watched.ply + 1),
    Home: () => watched?.select(0),
    End: () => watched?.select(Infinity),
  });
  const lost = useStore(state => state.connection.phase === 'lost');
  if (!featured && lost) return <NotLoaded />;
  return (
    <div class="page watch">
      <h1 class="sr">{t('watch.heading')}</h1>
      <Channels current={channel} />
      <Stage key={channel} known={featured !== null} watched={watched} live={game !== null} orientation={featured?.orientation ?? 'white'} />
      <div class="beside">
        {watched && (
          <div class="tv-talk">
            <Moves watched={watched} />
            <TvChat round={watched.round} />
          </div>
        )}
        {/* the moves are above it; an empty stage already says that there is no game */}
        {featured && (watched || (!shown && running > 0)) && <Wall shown={game} />}
      </div>
    </div>
  );
}
