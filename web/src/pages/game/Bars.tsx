// SPDX-License-Identifier: MIT
/* The bars above and below the board: who plays, captured pieces, clock; and what can be answered there. */
import { act } from '../../app/client';
import type { Side } from '../../base/side';
import { parseTimeControl } from '../../base/timecontrol';
import { materialOf, readChecks } from '../../chess/pieces';
import { t } from '../../i18n';
import { usePreference } from '../../state/preferences';
import { isOver, type Round } from '../../state/round';
import { Button } from '../../ui/Button';
import { Clock, TimeLine } from '../../ui/Clock';
import { countdownText, useCountdown } from '../../ui/Countdown';
import { CapturedPieces, PlayerBar, RatingDiff, ratingText } from '../../ui/Player';
import { LagBars } from './LagBars';
import { OfferAnswers } from './OfferAnswers';
import type { Game } from './useGame';
import { nameOf } from './texts';

function Name({ round, side }: { round: Round; side: Side }) {
  const player = round[side];
  const isGuest = player.rating === null;
  const name = nameOf(round, side);
  return (
    <>
      <span class={player.here || round.computer === side ? 'dot' : 'dot away'} />
      <span class="sr">{t(player.here ? 'game.present' : 'game.away')}</span>
      {isGuest ? (
        <span class="name clip">{name}</span>
      ) : (
        <a class="name clip" href={`/@/${player.name}`}>
          {name}
        </a>
      )}
      <span class="rating">{ratingText(player)}</span>
      <b>
        <RatingDiff diff={player.diff} />
      </b>
      {side === round.you && round.clocks && !isOver(round) && <LagBars />}
    </>
  );
}

/** The opponent is absent: the countdown, then the claims. */
function AbsentLine({ round }: { round: Round }) {
  const left = useCountdown(round.claimableAt);
  if (left > 0) return <div class="claim">{t('game.gone', { time: countdownText(left) })}</div>;
  return (
    <div class="claim">
      {t('game.claim')}
      <Button kind="text" size="small" aria-label={t('game.claimWin')} onClick={() => act(round.id, 'claim-victory').catch(() => {})}>
        {t('game.claim.win')}
      </Button>
      <Button kind="text" size="small" aria-label={t('game.claimDraw')} onClick={() => act(round.id, 'claim-absent-draw').catch(() => {})}>
        {t('game.claim.draw')}
      </Button>
    </div>
  );
}

/** A draw is offered. Where fingers need larger buttons than the bar has room for, the last row of the panel has them. */
function OfferLine({ round }: { round: Round }) {
  return (
    <div class="claim offer">
      <b>{t('game.drawOffered')}</b>
      <OfferAnswers round={round} />
    </div>
  );
}

function MaterialLine({ game, side }: { game: Game; side: Side }) {
  const shown = usePreference('captured');
  const fen = game.position.fen();
  const checks = readChecks(fen);
  if (checks) return <div class="material">{t('game.checksLeft', { n: checks[side] })}</div>;
  if (!shown || ['crazyhouse', 'horde', 'antichess'].includes(game.round.variant)) return <div class="material" />;
  return (
    <div class="material">
      <CapturedPieces material={materialOf(fen)} side={side} />
    </div>
  );
}

/** The second line of a bar: what is most important now. */
function SecondLine({ game, side }: { game: Game; side: Side }) {
  const { round } = game;
  const opponent = round.you !== 'spectator' && side !== round.you;
  const running = !isOver(round);
  if (running && opponent && round.offer === side) return <OfferLine round={round} />;
  if (running && (round.vacation === side || round.vacation === 'both')) return <div class="material">{t('game.vacation')}</div>;
  if (running && opponent && !round[side].here && round.claimableAt !== null) return <AbsentLine round={round} />;
  return <MaterialLine game={game} side={side} />;
}

export interface GameBarProps {
  game: Game;
  side: Side;
  place: 'top' | 'bottom';
}

export function GameBar({ game, side, place }: GameBarProps) {
  const { round } = game;
  const { base } = parseTimeControl(round.control);
  const tenths = usePreference('clockTenths');
  const askFlag = () => {
    if (round.you !== 'spectator') act(round.id, 'flag').catch(() => {});
  };
  const clock = round.clocks && <Clock clocks={round.clocks} side={side} name={nameOf(round, side)} base={base} tenths={tenths} onFlag={askFlag} />;
  return (
    <PlayerBar place={place} name={<Name round={round} side={side} />} line={<SecondLine game={game} side={side} />} clock={clock}>
      {round.clocks && <TimeLine clocks={round.clocks} side={side} base={base} />}
    </PlayerBar>
  );
}
