// SPDX-License-Identifier: MIT
/* The running games and the games of TV. The list is asked for again when the number of games changes. */
import { useEffect } from 'preact/hooks';
import { lookUp } from '../base/lookup';
import type { Side } from '../base/side';
import type { Running } from '../state/state';
import { useStore } from '../state/store';
import { send, subscribeTo } from './client';

const REFRESH = 15_000;

/** The running games of others, as the server listed them last. Ours are left out: unwatching one of them would
 * mean leaving the game. */
export function useRunningGames(): Running[] {
  const running = useStore(state => state.running);
  const ours = useStore(state => state.ours);
  return running.filter(({ game }) => !Object.hasOwn(ours, game));
}

/** Keeps the list of running games up to date while the component is shown. */
export function useRunningUpdates(): void {
  const games = useStore(state => state.counts.games);
  const open = useStore(state => state.connection.phase === 'open');
  useEffect(() => {
    if (!open) return;
    send({ t: 'games' });
    const timer = setInterval(() => document.hidden || send({ t: 'games' }), REFRESH);
    return () => clearInterval(timer);
  }, [games, open]);
}

/** The game that a channel of TV shows. */
export function useFeatured(channel: string): { game: string | null; orientation: Side } | null {
  useEffect(() => subscribeTo({ t: 'tv', channel, on: true }), [channel]);
  return useStore(state => lookUp(state.tv, channel) ?? null);
}
