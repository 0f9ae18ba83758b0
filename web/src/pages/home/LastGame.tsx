// SPDX-License-Identifier: MIT
/* A board is never empty: without a running game, the last finished one is shown. */
import { endOf } from '../../app/endings';
import { useLastPosition, useLiveGame } from '../../app/live';
import { clockInWords } from '../../app/terms';
import { MiniBoard } from '../../board/MiniBoard';
import { formatAgo, t } from '../../i18n';
import type { Result } from '../../state/state';
import { useStore } from '../../state/store';
import { Card } from '../../ui/Card';
import { Icon } from '../../ui/Icon';
import { ratingText } from '../../ui/Player';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

function Name({ name, rating }: { name: string; rating?: number }) {
  return (
    <>
      <b>{name}</b> <span class="muted">{ratingText({ rating })}</span>
    </>
  );
}

/** 'Polgar 1695 beat Capablanca 1721'; the names keep their markup in every language. */
function Sentence({ result }: { result: Result }) {
  const white = <Name name={result.white} rating={result.white_rating} />;
  const black = <Name name={result.black} rating={result.black_rating} />;
  const [one, other] = result.winner === 'black' ? [black, white] : [white, black];
  const [start = '', middle = '', end = ''] = t(result.winner ? 'home.beat' : 'home.drew', { one: '|', other: '|' }).split('|');
  return (
    <p>
      {start}
      {one}
      {middle}
      {other}
      {end}
    </p>
  );
}

function Details({ result, plies }: { result: Result; plies: number }) {
  const parts = [endOf(result.status, plies), `${clockInWords(result.clock)} ${t(result.rated ? 'play.rated.rated' : 'play.rated.casual')}`];
  return (
    <p class="muted">
      {parts.join(', ')}, {formatAgo(result.date, Date.now())}.
    </p>
  );
}

function Feature({ result }: { result: Result }) {
  const round = useLiveGame(result.game);
  const shown = useLastPosition(round);
  return (
    <div class="feature">
      <MiniBoard fen={shown?.fen ?? START} lastMove={shown?.lastMove} />
      <div class="wrap-col">
        <Sentence result={result} />
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

/** A new club: the pieces are set up. */
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
