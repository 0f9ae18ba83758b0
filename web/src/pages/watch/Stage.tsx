// SPDX-License-Identifier: MIT
/* The big board: the game of the channel, or the last one that was played here. */
import { resultInWords } from '../../app/endings';
import { positionShown } from '../../app/live';
import { gameTerms, variantName } from '../../app/terms';
import { pointsOf } from '../../base/score';
import { opposite, type Side } from '../../base/side';
import { parseTimeControl } from '../../base/timecontrol';
import { Board } from '../../board/Board';
import { materialOf } from '../../chess/pieces';
import { formatNumber, t, tryText } from '../../i18n';
import { playerName } from '../../i18n/names';
import { isOver, type Round } from '../../state/round';
import { Clock, TimeLine } from '../../ui/Clock';
import { CapturedPieces, PlayerBar, ratingText } from '../../ui/Player';
import type { Watched } from './useWatched';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

const nameOf = (round: Round, side: Side): string => playerName(round[side].name);

function Name({ round, side }: { round: Round; side: Side }) {
  const player = round[side];
  const name = nameOf(round, side);
  return (
    <>
      <span class={player.here || round.computer === side ? 'dot' : 'dot away'} aria-hidden="true" />
      {player.rating === null ? (
        <span class="name clip">{name}</span>
      ) : (
        <a class="name clip" href={`/@/${player.name}`}>
          {name}
        </a>
      )}
      <span class="rating">{ratingText(player)}</span>
    </>
  );
}

function Bar({ round, side, fen, place }: { round: Round; side: Side; fen: string; place: 'top' | 'bottom' }) {
  const { base } = parseTimeControl(round.control);
  const over = isOver(round) && round.status !== 'aborted';
  const clock = over ? (
    <b class="score points">{pointsOf(round.winner, side)}</b>
  ) : (
    round.clocks && <Clock clocks={round.clocks} side={side} name={nameOf(round, side)} base={base} />
  );
  const line = (
    <div class="material">
      <CapturedPieces material={materialOf(fen)} side={side} />
    </div>
  );
  return (
    <PlayerBar place={place} name={<Name round={round} side={side} />} line={line} clock={clock}>
      {!over && round.clocks && <TimeLine clocks={round.clocks} side={side} base={base} />}
    </PlayerBar>
  );
}

/** 'Blitz, 5+3 rated', then the result or the number of spectators. */
function Caption({ round }: { round: Round }) {
  const { control, rated } = round;
  const kind = round.variant === 'standard' ? tryText(`speed.${round.speed}`, round.speed) : variantName(round.variant);
  const terms = `${kind}, ${gameTerms({ clock: control, rated })}`;
  const canReview = isOver(round) && round.moves.length > 0;
  const state = isOver(round)
    ? resultInWords(round)
    : t('watch.watching', { n: round.watchers, count: formatNumber(round.watchers) });
  return (
    <p class="caption">
      <b>{terms}</b>
      <span class="muted">{state}</span>
      <a class="btn line small" href={canReview ? `/${round.id}/review` : `/${round.id}`}>
        {t(canReview ? 'watch.review' : 'watch.open')}
      </a>
    </p>
  );
}

/** `known`: the server has reported that there is no game. */
function EmptyStage({ known }: { known: boolean }) {
  return (
    <section class="stage" aria-label={t('watch.tv')}>
      <div class="player top" />
      <Board fen={START} orientation="white" turn="white" label={null} />
      <div class="player bottom" />
      <p class="caption first">
        <span class="muted">{known ? t('watch.nothing') : '\u00a0'}</span>
        <a class="btn line small" href="/">
          {t('watch.play')}
        </a>
      </p>
    </section>
  );
}

export interface StageProps {
  watched: Watched | null;
  /** The server has named the game of the channel. */
  known: boolean;
  /** The channel has a game; otherwise the last one is shown. */
  live: boolean;
  orientation: Side;
}

export function Stage({ watched, known, live, orientation }: StageProps) {
  if (!watched) return <EmptyStage known={known} />;
  const { round, line, ply } = watched;
  const shown = positionShown(line, ply);
  const bottom = live ? orientation : 'white';
  const label = t('watch.board', { white: nameOf(round, 'white'), black: nameOf(round, 'black') });
  return (
    <section class="stage" aria-label={t('watch.tv')}>
      {!live && <p class="notice">{t('watch.quiet')}</p>}
      <Bar round={round} side={opposite(bottom)} fen={shown.fen} place="top" />
      <Board fen={shown.fen} orientation={bottom} turn={line.positions[ply]!.turn} lastMove={shown.lastMove} check={shown.check} label={label} />
      <Bar round={round} side={bottom} fen={shown.fen} place="bottom" />
      <Caption round={round} />
    </section>
  );
}
