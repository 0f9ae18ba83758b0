// SPDX-License-Identifier: MIT
/* After the game: the result in words, rating changes, what to do next. */
import { request } from '../../app/client';
import { errorText } from '../../app/errors';
import { requestGame } from '../../app/gameStarts';
import { toast } from '../../app/toast';
import { scoreText } from '../../base/score';
import { isSide, opposite, type Side } from '../../base/side';
import { t } from '../../i18n';
import type { Round } from '../../state/round';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { RatingDiff, ratingText } from '../../ui/Player';
import { copyLink } from './copy';
import { controlText, endHead, endReason, nameOf } from './texts';

function RatingRow({ round, side }: { round: Round; side: Side }) {
  const { rating, provisional, diff } = round[side];
  if (rating === null || diff === null) return null;
  return (
    <div>
      <dt>{nameOf(round, side)}</dt>
      <dd class="muted">
        {ratingText({ rating, provisional })} → {ratingText({ rating: rating + diff, provisional })}
      </dd>
      <dd class="num">
        <b>
          <RatingDiff diff={diff} />
        </b>
      </dd>
    </div>
  );
}

/** A rematch is a side while it is only offered. */
const isGame = (rematch: string | null): boolean => rematch !== null && !isSide(rematch);

function Rematch({ round }: { round: Round }) {
  const { rematch } = round;
  const answer = (accept: boolean) => {
    const send = accept ? requestGame : request;
    send({ t: 'rematch', game: round.id, accept }).catch((error: unknown) => toast(errorText(error), 'bad'));
  };
  if (round.you === 'spectator' && !isGame(rematch)) return null;
  if (rematch === round.you)
    return (
      <div class="rematch" role="group" aria-label={t('game.rematch')}>
        <p>{t('game.rematchWait')}</p>
        <Button class="wide" onClick={() => answer(false)}>
          {t('game.rematchWithdraw')}
        </Button>
      </div>
    );
  if (round.you !== 'spectator' && rematch === opposite(round.you))
    return (
      <div class="rematch" role="group" aria-label={t('game.rematch')}>
        <p>{t('game.rematchOffer', { name: nameOf(round, opposite(round.you)) })}</p>
        <div class="row2">
          <Button kind="primary" onClick={() => answer(true)}>
            {t('common.accept')}
          </Button>
          <Button onClick={() => answer(false)}>{t('common.decline')}</Button>
        </div>
      </div>
    );
  if (rematch)
    return (
      <a class="btn primary wide" href={`/${rematch}`}>
        {t('game.nextGame')}
      </a>
    );
  return (
    <Button kind="primary" class="wide" icon="refresh" onClick={() => answer(true)}>
      {t('game.rematch')}
    </Button>
  );
}

function Links({ round }: { round: Round }) {
  const opponent = round.you === 'spectator' ? null : round[opposite(round.you)];
  return (
    <p class="links">
      <a href={`/game/export/${round.id}`} download={`${round.id}.pgn`}>
        {t('game.pgn')}
      </a>
      <button type="button" class="link" onClick={() => void copyLink(round)}>
        {t('game.copyLink')}
      </button>
      {opponent && opponent.rating !== null && !round.computer && (
        <a href={`?report=${opponent.name}&game=${round.id}`}>{t('game.report', { name: opponent.name })}</a>
      )}
    </p>
  );
}

/** Another game: like this one, or to watch. */
function NextLink({ round }: { round: Round }) {
  const { you, computer, control } = round;
  const [href, text] =
    you === 'spectator'
      ? ['/watch', t('game.watchNext')]
      : computer
        ? ['/?computer', t('game.newGame')]
        : [`/?play=${encodeURIComponent(control)}`, t('game.new', { clock: controlText(control) })];
  return (
    <a class="btn" href={href}>
      {text}
    </a>
  );
}

export function Result({ round }: { round: Round }) {
  const rated = round.white.diff !== null || round.black.diff !== null;
  return (
    <div class="result" role="status">
      <div class="head">
        {scoreText(round) && <span class="score">{scoreText(round)}</span>}
        <p class="why">
          <b>{endHead(round)}</b>
          {endReason(round)}
        </p>
      </div>
      {rated && (
        <dl>
          <RatingRow round={round} side="white" />
          <RatingRow round={round} side="black" />
        </dl>
      )}
      <Rematch round={round} />
      <div class="row2">
        {round.moves.length > 0 && (
          <a class="btn" href={`/${round.id}/review`}>
            <Icon name="graph" />
            {t('game.review')}
          </a>
        )}
        <NextLink round={round} />
      </div>
      <Links round={round} />
    </div>
  );
}
