// SPDX-License-Identifier: MIT
/* A game as a small card: names, clocks, the position. The whole card is one link. */
import { clockText, lowTime, type Clocks } from '../base/clock';
import type { Side } from '../base/side';
import { opposite } from '../base/side';
import { MiniBoard } from '../board/MiniBoard';
import { t } from '../i18n';
import { playerName } from '../i18n/names';
import { useTimeLeft } from './Clock';
import { ratingText } from './Player';

export interface MiniPlayer {
  name: string;
  rating?: number | null;
  provisional?: boolean;
}

export interface MiniGameProps {
  href: string;
  /** What the link does; 'Watch' if it is missing. */
  verb?: string;
  fen: string;
  lastMove?: string[];
  orientation?: Side;
  white: MiniPlayer;
  black: MiniPlayer;
  clocks?: Clocks | null;
  /** The base time in milliseconds. */
  base?: number;
  /** Stands beside the upper name: 'TV'. */
  badge?: string;
  /** Stands beside the lower name, instead of the rating: 'Your move'. */
  lowerBadge?: string;
  /** '1–0' after the game, instead of the clocks. */
  score?: Record<Side, string> | null;
}

function MiniClock({ clocks, side, base }: { clocks: Clocks; side: Side; base: number }) {
  const left = useTimeLeft(clocks, side);
  const { main, days } = clockText(left);
  const running = clocks.running === side;
  const classes = ['t', running ? 'on' : '', running && left < lowTime(base) ? 'low' : ''].filter(Boolean).join(' ');
  return <span class={classes}>{days ? t('common.days', { n: days }) : main}</span>;
}

function PlayerRow({ side, game, badge, rated = true }: { side: Side; game: MiniGameProps; badge?: string; rated?: boolean }) {
  const player = game[side];
  return (
    <span class="row">
      <span class={`side ${side === 'white' ? 'w' : 'b'}`} />
      <b class="clip">{playerName(player.name)}</b>
      {rated && <span class="r faint">{ratingText(player)}</span>}
      {badge && <span class="badge warn">{badge}</span>}
      {game.score ? (
        <span class="t">{game.score[side]}</span>
      ) : (
        game.clocks && <MiniClock clocks={game.clocks} side={side} base={game.base ?? 0} />
      )}
    </span>
  );
}

export function MiniGame(game: MiniGameProps) {
  const bottom = game.orientation ?? 'white';
  return (
    <a class="mini" href={game.href}>
      <span class="sr">{game.verb ?? t('common.watch')}: </span>
      <PlayerRow side={opposite(bottom)} game={game} badge={game.badge} />
      <MiniBoard fen={game.fen} orientation={bottom} lastMove={game.lastMove} />
      <PlayerRow side={bottom} game={game} badge={game.lowerBadge} rated={!game.lowerBadge} />
    </a>
  );
}

/** The room of a game that has not arrived yet. */
export const MiniSpace = () => (
  <div class="mini" aria-hidden="true">
    <span class="row">{'\u00a0'}</span>
    <div class="mini-board" />
    <span class="row">{'\u00a0'}</span>
  </div>
);
