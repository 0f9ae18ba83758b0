// SPDX-License-Identifier: MIT
/* The games that were found, a page of them. */
import type { Side } from '../../base/side';
import { formatDay, formatNumber, t } from '../../i18n';
import { perfName, playerName } from '../../i18n/names';
import { gameAddress, type ExplorerDatabase, type ExplorerPlayer, type FoundGame, type FoundGames } from '../../wire/explorer';
import { addressOf, type Search } from './query';

const resultText = (result: string): string => result.replace('1/2-1/2', '½–½').replace('-', '–').replace('*', '–');

function PlayerCell({ player, side }: { player: ExplorerPlayer; side: Side }) {
  return (
    <span class="of-side">
      <span class={`side ${side.charAt(0)}`} title={t(`common.${side}`)} /> {player.name ? playerName(player.name) : '?'} {player.rating ? <span class="muted">{player.rating}</span> : null}
    </span>
  );
}

const whenOf = ({ lastMoveAt, date }: FoundGame): string => (lastMoveAt ? formatDay(lastMoveAt, Date.now()) : (date ?? ''));

const kindOf = ({ speed, mode, event, variant }: FoundGame): string => {
  if (!speed) return event ?? '';
  const kind = variant && variant !== 'standard' ? perfName(variant) : perfName(speed);
  return `${kind}, ${t(mode === 'rated' ? 'common.rated' : 'common.casual')}`;
};

function Row({ game, database }: { game: FoundGame; database: ExplorerDatabase }) {
  return (
    <tr>
      <td>
        <a href={gameAddress(database, game.id)}>
          <PlayerCell player={game.white} side="white" />
          <PlayerCell player={game.black} side="black" />
        </a>
        <small class="phone muted">{[whenOf(game), game.opening?.name ?? kindOf(game)].filter(Boolean).join(', ')}</small>
      </td>
      <td class="slab nowrap">{resultText(game.result)}</td>
      <td class="hide-phone muted">{game.opening ? `${game.opening.name}, ${game.opening.eco}` : '–'}</td>
      <td class="hide-phone muted">{kindOf(game)}</td>
      <td class="num hide-phone">{Math.ceil(game.plies / 2)}</td>
      <td class="num hide-phone muted nowrap">{whenOf(game) || '–'}</td>
    </tr>
  );
}

function Pager({ found, search }: { found: FoundGames; search: Search }) {
  if (found.pages < 2) return null;
  return (
    <nav class="pager" aria-label={t('games.pages')}>
      {found.page > 1 && (
        <a class="btn line small" rel="prev" href={addressOf(search, found.page - 1)}>
          {t('games.previous')}
        </a>
      )}
      <span>{t('games.page', { page: found.page, pages: found.pages })}</span>
      {found.page < found.pages && (
        <a class="btn line small" rel="next" href={addressOf(search, found.page + 1)}>
          {t('games.next')}
        </a>
      )}
    </nav>
  );
}

export interface ResultsProps {
  found: FoundGames;
  search: Search;
  database: ExplorerDatabase;
}

export function Results({ found, search, database }: ResultsProps) {
  if (!found.total && database.games) return <p class="empty">{t('games.none')}</p>;
  if (!found.total)
    return (
      <div class="empty">
        <p>{t('games.empty')}</p>
        {database.own && (
          <a class="btn line" href="/">
            {t('common.play')}
          </a>
        )}
      </div>
    );
  return (
    <>
      <p class="muted" role="status">
        {t('games.found', { n: found.total, number: formatNumber(found.total) })}
      </p>
      <div class="card scroll-x" tabIndex={0} role="group" aria-label={t('games.table')}>
        <table class="data">
          <thead>
            <tr>
              <th scope="col">{t('games.players')}</th>
              <th scope="col">{t('games.result')}</th>
              <th scope="col" class="hide-phone">
                {t('games.opening')}
              </th>
              <th scope="col" class="hide-phone">
                {t('games.kind')}
              </th>
              <th scope="col" class="num hide-phone">
                {t('games.moves')}
              </th>
              <th scope="col" class="num hide-phone">
                {t('games.when')}
              </th>
            </tr>
          </thead>
          <tbody>
            {found.games.map(game => (
              <Row key={game.id} game={game} database={database} />
            ))}
          </tbody>
        </table>
      </div>
      <Pager found={found} search={search} />
    </>
  );
}
