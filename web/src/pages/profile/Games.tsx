// SPDX-License-Identifier: MIT
/* The games of a player: filters in the address, a table, more on request, export. */
import { useEffect, useState } from 'preact/hooks';
import { errorText } from '../../app/errors';
import { navigate } from '../../app/router';
import { toast } from '../../app/toast';
import { t } from '../../i18n';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Card';
import { Icon } from '../../ui/Icon';
import { Menu } from '../../ui/Menu';
import { getLines } from '../../wire/http';
import type { User, UserGame } from '../../wire/users';
import { FilterRow } from './FilterRow';
import { filtersFrom, gamesAddress, queryOf, type Filters } from './filters';
import { addGames, rowOf } from './gameRow';
import { GameTable } from './GameTable';
import { saveJson } from './save';

const PAGE = 25;

interface List {
  games: UserGame[] | null;
  error: unknown;
  busy: boolean;
  done: boolean;
  more(): void;
}

/** The games that match, page by page. */
function useGames(user: User, filters: Filters): List {
  const key = `${user.id}?${queryOf(filters)}`;
  const [state, setState] = useState<{ key: string; games: UserGame[] | null; error: unknown; busy: boolean; done: boolean }>({
    key: '',
    games: null,
    error: null,
    busy: false,
    done: false,
  });
  const current = state.key === key ? state : { games: null, error: null, busy: true, done: false };
  const load = (games: UserGame[]) => {
    setState({ key, games: games.length ? games : null, error: null, busy: true, done: false });
    getLines<UserGame>(gamesAddress(user.id, filters, { max: PAGE }, games.at(-1)?.createdAt)).then(
      next => setState(before => (before.key === key ? { key, games: addGames(games, next), error: null, busy: false, done: next.length < PAGE } : before)),
      (error: unknown) => setState(before => (before.key === key ? { ...before, error, busy: false } : before)),
    );
  };
  useEffect(() => load([]), [key]);
  return { ...current, more: () => load(current.games ?? []) };
}

function ExportMenu({ user, filters }: { user: User; filters: Filters }) {
  const json = () => saveJson(gamesAddress(user.id, filters), `${user.username}.ndjson`).catch((error: unknown) => toast(errorText(error), 'bad'));
  const items = [
    { label: t('profile.exportPgn'), icon: 'download', href: gamesAddress(user.id, filters, { clocks: 'true' }), download: `${user.username}.pgn` },
    { label: t('profile.exportJson'), icon: 'download', onSelect: () => void json() },
  ] as const;
  return (
    <Menu
      button={
        <>
          {t('profile.export')}
          <Icon name="down" small />
        </>
      }
      buttonClass="btn line small"
      items={items}
    />
  );
}

function Empty({ own, filtered, onClear }: { own: boolean; filtered: boolean; onClear(): void }) {
  if (filtered)
    return (
      <div class="empty">
        <p>{t('profile.noMatch')}</p>
        <Button kind="line" size="small" onClick={onClear}>
          {t('profile.filter.clear')}
        </Button>
      </div>
    );
  return (
    <div class="empty">
      <p>{t(own ? 'profile.noGamesYou' : 'profile.noGames')}</p>
      {own && (
        <a class="btn primary" href="/">
          {t('common.play')}
        </a>
      )}
    </div>
  );
}

function More({ list }: { list: List }) {
  if (list.done) return null;
  return (
    <div class="pager">
      <Button kind="line" size="small" busy={list.busy} onClick={list.more}>
        {t('common.more')}
      </Button>
    </div>
  );
}

interface GamesProps {
  user: User;
  own: boolean;
  url: URL;
  /** The page shows nothing else. */
  wide?: boolean;
}

export function Games({ user, own, url, wide = false }: GamesProps) {
  const filters = filtersFrom(url.searchParams);
  const query = queryOf(filters);
  const list = useGames(user, filters);
  const setFilters = (next: Filters) => {
    const text = queryOf(next);
    navigate(`${url.pathname}${text ? `?${text}` : ''}`, { replace: true });
  };
  const clear = () => navigate(url.pathname, { replace: true });
  return (
    <Card class="games" title={t('profile.gamesTitle')} extra={<ExportMenu user={user} filters={filters} />}>
      <FilterRow filters={filters} count={user.count?.all ?? 0} open={wide} onChange={setFilters} onClear={clear} />
      {list.games && list.games.length > 0 && <GameTable rows={list.games.map(game => rowOf(game, user.id))} />}
      {list.error !== null && (
        <div class="failed" role="alert">
          <p>{errorText(list.error)}</p>
          <Button kind="line" size="small" onClick={list.more}>
            {t('common.tryAgain')}
          </Button>
        </div>
      )}
      {!list.games && list.busy && <div class="rows-loading" role="status" aria-label={t('common.loading')} />}
      {list.games?.length === 0 && <Empty own={own} filtered={query !== ''} onClear={clear} />}
      {list.games && list.games.length > 0 && list.error === null && <More list={list} />}
    </Card>
  );
}
