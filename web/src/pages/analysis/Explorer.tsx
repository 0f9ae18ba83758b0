// SPDX-License-Identifier: MIT
/* The opening explorer: moves that were played in the shown position, how often and with what results, and games. */
import { useEffect } from 'preact/hooks';
import { errorText } from '../../app/errors';
import { formatNumber, t } from '../../i18n';
import { playerName } from '../../i18n/names';
import { moveText } from '../../i18n/notation';
import { Button } from '../../ui/Button';
import { Loading } from '../../ui/Load';
import { gameAddress, gamesOf, type ExplorerAnswer, type ExplorerDatabase, type ExplorerGame } from '../../wire/explorer';
import type { Analysis } from './useAnalysis';
import { useExplorer, type Explorer as ExplorerState } from './useExplorer';

/** The name of a database as people read it. */
const titleOf = ({ name, own }: ExplorerDatabase): string => (own ? t('explorer.own') : name);

interface Results {
  white: number;
  draws: number;
  black: number;
}

/** In a part that is narrower than this, a percentage has no room. */
const TEXT_MIN = 24;

function ResultBar(results: Results) {
  const total = gamesOf(results) || 1;
  const parts = (['white', 'draws', 'black'] as const).map(name => ({ name, share: (100 * results[name]) / total }));
  const [white, draws, black] = parts.map(({ share }) => Math.round(share));
  return (
    <span class="wdl" role="img" aria-label={t('explorer.shares', { white: white!, draws: draws!, black: black! })}>
      {parts.map(({ name, share }) => share > 0 && (
        <i key={name} class={name} style={{ flexGrow: share }}>
          {share >= TEXT_MIN && `${Math.round(share)}%`}
        </i>
      ))}
    </span>
  );
}

interface MovesProps {
  answer: ExplorerAnswer;
  analysis: Analysis;
  /** The answer is that of the shown position. */
  current: boolean;
  onHover(uci: string | null): void;
}

function Moves({ answer, analysis, current, onHover }: MovesProps) {
  return (
    <table class="data played" aria-busy={!current}>
      <caption class="sr">{t('explorer.moves')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('explorer.move')}</th>
          <th scope="col" class="num">
            {t('explorer.games')}
          </th>
          <th scope="col">{t('explorer.results')}</th>
          <th scope="col" class="num" title={t('explorer.ratingHint')}>
            {t('explorer.rating')}
          </th>
        </tr>
      </thead>
      <tbody>
        {answer.moves.map(move => (
          <tr key={move.uci} onPointerEnter={event => event.pointerType === 'mouse' && current && onHover(move.uci)} onPointerLeave={() => onHover(null)}>
            <th scope="row">
              <button type="button" disabled={!current} onClick={() => analysis.play(move.uci)} onFocus={event => event.currentTarget.matches(':focus-visible') && onHover(move.uci)} onBlur={() => onHover(null)}>
                {moveText(move.san)}
              </button>
            </th>
            <td class="num">{formatNumber(gamesOf(move))}</td>
            <td class="shares">
              <ResultBar {...move} />
            </td>
            <td class="num muted">{move.averageRating || '–'}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('explorer.all')}</th>
          <td class="num">{formatNumber(gamesOf(answer))}</td>
          <td class="shares">
            <ResultBar {...answer} />
          </td>
          <td />
        </tr>
      </tfoot>
    </table>
  );
}

const scoreOf = ({ winner }: ExplorerGame): string => (winner === 'white' ? '1–0' : winner === 'black' ? '0–1' : '½–½');

const playerText = ({ name, rating }: ExplorerGame['white']): string => `${name ? playerName(name) : '?'}${rating ? ` ${rating}` : ''}`;

function Games({ title, games, database }: { title: string; games: readonly ExplorerGame[]; database: ExplorerDatabase }) {
  if (!games.length) return null;
  return (
    <section>
      <h2>{title}</h2>
      <ul class="game-links">
        {games.map(game => (
          <li key={game.id}>
            <a href={gameAddress(database, game.id)}>
              <span class="names">
                {playerText(game.white)} – {playerText(game.black)}
              </span>
              <b>{scoreOf(game)}</b>
              <small class="muted">{game.year ?? ''}</small>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Recent games that are not among the top games. */
const others = ({ recentGames, topGames }: ExplorerAnswer): ExplorerGame[] => recentGames.filter(({ id }) => !topGames.some(top => top.id === id));

/** No game has the position: links back to the last position that some games have. */
function Unknown({ explorer, analysis, database }: { explorer: ExplorerState; analysis: Analysis; database: ExplorerDatabase }) {
  const back = () => void explorer.findKnown(analysis.game.positions).then(ply => analysis.select(analysis.path.slice(0, ply)), () => undefined);
  return (
    <div class="empty muted">
      <p>{t(database.games ? 'explorer.none' : 'explorer.empty')}</p>
      {database.games > 0 && analysis.path.length > 0 && (
        <Button kind="line" size="small" icon="back" disabled={!explorer.current} onClick={back}>
          {t('explorer.back')}
        </Button>
      )}
    </div>
  );
}

function Answer({ explorer, analysis, onHover }: { explorer: ExplorerState; analysis: Analysis; onHover(uci: string | null): void }) {
  const { answer, current, database } = explorer;
  if (explorer.error)
    return (
      <div class="failed" role="alert">
        <p>{errorText(explorer.error)}</p>
        <Button kind="line" size="small" onClick={explorer.retry}>
          {t('common.tryAgain')}
        </Button>
      </div>
    );
  if (!answer || !database) return <p class="empty muted loading">{t('common.loading')}</p>;
  if (!gamesOf(answer)) return <Unknown explorer={explorer} analysis={analysis} database={database} />;
  const search = new URLSearchParams({ db: database.name, fen: analysis.position.fen() });
  return (
    <>
      {answer.moves.length > 0 && <Moves answer={answer} analysis={analysis} current={current} onHover={onHover} />}
      <Games title={t('explorer.topGames')} games={answer.topGames} database={database} />
      <Games title={t('explorer.recentGames')} games={others(answer)} database={database} />
      <p>
        <a href={`/games?${search}`}>{t('explorer.search')}</a>
      </p>
    </>
  );
}

export function Explorer({ analysis, onHover }: { analysis: Analysis; onHover(uci: string | null): void }) {
  const explorer = useExplorer(analysis);
  useEffect(() => () => onHover(null), [analysis.path]);
  return (
    <section class="explorer" aria-label={t('explorer.title')}>
      <Loading loaded={explorer.databases} describe={errorText}>
        {databases =>
          databases.length ? (
            <>
              {databases.length > 1 && (
                <select class="input" aria-label={t('explorer.database')} value={explorer.database!.name} onChange={event => explorer.choose(event.currentTarget.value)}>
                  {databases.map(database => (
                    <option key={database.name} value={database.name}>
                      {`${titleOf(database)} (${formatNumber(database.games)})`}
                    </option>
                  ))}
                </select>
              )}
              <Answer explorer={explorer} analysis={analysis} onHover={onHover} />
            </>
          ) : (
            <p class="empty muted">{t('explorer.noDatabase')}</p>
          )
        }
      </Loading>
    </section>
  );
}
