// SPDX-License-Identifier: MIT
/* Shows the last finished game when no game is running, so that the board is never empty. */
import { endOf } from '../../app/endings';
import { useLastPosition, useLiveGame } from '../../app/live';
import { gameTerms } from '../../app/terms';
import { MiniBoard } from '../../board/MiniBoard';
import { formatAgo, t } from '../../i18n';
import { playerName } from '../../i18n/names';
import type { Round } from '../../state/round';
import type { Result } from '../../state/state';
import { useStore } from '../../state/store';
import { Card } from '../../ui/Card';
import { Icon } from '../../ui/Icon';
import { ratingText, type RatingProps } from '../../ui/Player';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

function Name({ name, ...rating }: { name: string } & RatingProps) {
  return (
    <>
      <b>{playerName(name)}</b> <span class="muted">{ratingText(rating)}</span>
    </>
  );
}

/** 'Polgar 1695 beat Capablanca 1721'; the names keep their markup in every language. */
function Sentence({ result, round }: { result: Result; round: Round | null }) {
  const white = <Name name={result.white} rating={result.white_rating} provisional={round?.white.provisional} />;
  const black = <Name name={result.black} rating={result.black_rating} provisional={round?.black.provisional} />;
  const [one, other] = result.winner === 'black' ? [black, white] : [white, black];
  const [start = '', middle = '', end = ''] = t(result.winner ? 'home.beat' : 'home.drew', { one: '|', other: '|' }).split('|');
  return (
    <p class={round ? undefined : 'arriving'}>
      {start}
      {one}
      {middle}
      {other}
      {end}
    </p>
  );
}

function Details({ result, plies }: { result: Result; plies: number }) {
  const parts = [endOf(result.status, plies), gameTerms(result), formatAgo(result.date, Date.now())];
  return <p class="muted">{`${parts.join(', ')}.`}</p>;
}

function Feature({ result }: { result: Result }) {
  const round = useLiveGame(result.game, true);
  const shown = useLastPosition(round);
  return (
    <div class="feature">
      <MiniBoard fen={shown?.fen ?? START} lastMove={shown?.lastMove} />
      <div class="wrap-col">
        <Sentence result={result} round={round} />
        <Details result={result} plies={round?.moves.length ?? 0} />
        <p class="way">
          <a class="btn line" href={`/${result.game}/review`}>
            <Icon name="graph" />
            {t('home.review')}
          </a>
        </p>
      </div>
    </div>
  );
}

/** A new server without games: the start position. */
function FirstGame() {
  return (
    <div class="feature">
      <MiniBoard fen={START} />
      <div class="wrap-col">
        <p class="muted">{t('home.noGames')}</p>
        <p class="way">
          <a class="btn line" href="/?invite">
            <Icon name="link" />
            {t('home.invite')}
          </a>
        </p>
      </div>
    </div>
  );
}

export function LastGame() {
  const result = useStore(state => state.results[0] ?? null);
  const all = (
    <a class="small" href="/watch">
      {t('home.games.all')}
    </a>
  );
  if (result)
    return (
      <Card title={t('home.lastGame')} extra={all}>
        <Feature key={result.game} result={result} />
      </Card>
    );
  return (
    <Card title={t('home.firstGame')}>
      <FirstGame />
    </Card>
  );
}
