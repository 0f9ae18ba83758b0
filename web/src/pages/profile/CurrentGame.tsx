// SPDX-License-Identifier: MIT
/* The game that the player is playing, live. */
import { useEffect, useMemo } from 'preact/hooks';
import { watchGame } from '../../app/client';
import { clockText } from '../../base/clock';
import { opposite, type Side } from '../../base/side';
import { MiniBoard } from '../../board/MiniBoard';
import { lastPosition, makeLine } from '../../chess/line';
import { t } from '../../i18n';
import { isOver, type Round } from '../../state/round';
import { useStore } from '../../state/store';
import { Card } from '../../ui/Card';
import { useTimeLeft } from '../../ui/Clock';
import { ratingText } from '../../ui/Player';
import type { User } from '../../wire/users';

function Time({ round, side }: { round: Round; side: Side }) {
  const left = useTimeLeft(round.clocks!, side);
  const running = round.clocks!.running === side;
  const { main, days } = clockText(left);
  const classes = ['t', running ? 'on' : '', running && left < 10_000 ? 'low' : ''].filter(Boolean).join(' ');
  return <span class={classes}>{days ? t('common.days', { n: days }) : main}</span>;
}

function Row({ round, side }: { round: Round; side: Side }) {
  const player = round[side];
  return (
    <span class="row">
      <span class={`side ${side.charAt(0)}`} />
      <b class="clip">{player.name}</b>
      <span class="r faint">{ratingText(player)}</span>
      {round.clocks && <Time round={round} side={side} />}
    </span>
  );
}

function Mini({ round, below }: { round: Round; below: Side }) {
  const line = useMemo(() => makeLine(round.variant, round.start, round.moves), [round.moves]);
  const last = round.moves.at(-1);
  const squares = last && !last.includes('@') ? [last.slice(0, 2), last.slice(2, 4)] : last ? [last.slice(2, 4)] : undefined;
  return (
    <a class="mini" href={below === 'black' ? `/${round.id}/black` : `/${round.id}`}>
      <span class="sr">{t('profile.watchGame')}: </span>
      <Row round={round} side={opposite(below)} />
      <MiniBoard fen={lastPosition(line).fen()} orientation={below} lastMove={squares} />
      <Row round={round} side={below} />
    </a>
  );
}

/** The id at the end of the game's address. */
const gameOf = (address: string | undefined): string | null => /([A-Za-z0-9]{8})$/.exec(address ?? '')?.[1] ?? null;

export function CurrentGame({ user }: { user: User }) {
  const person = useStore(state => state.people[user.username]);
  const game = person?.game ?? gameOf(user.playing);
  const round = useStore(state => (game ? state.rounds[game] : undefined));
  useEffect(() => (game ? watchGame(game) : undefined), [game]);
  if (!round || isOver(round)) return null;
  const below: Side = round.black.name === user.username ? 'black' : 'white';
  return (
    <Card title={t('profile.now')}>
      <div class="body">
        <Mini round={round} below={below} />
      </div>
    </Card>
  );
}
