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
import { gameShape, type User, type UserGame } from '../../wire/users';
import { FilterRow } from './FilterRow';
import { filtersFrom, gamesAddress, queryOf, type Filters } from './filters';
import { addGames, opponentsOf, rowOf } from './gameRow';
import { GameTable } from './GameTable';
import { readPage } from './pages';
import { saveGames } from './save';

interface ListState {
  key: string;
  games: UserGame[] | null;
  /** Where the next page begins. */
  before: number | undefined;
  error: unknown;
  busy: boolean;
  done: boolean;
}

type List = Omit<ListState, 'key'> & { more(): void };

const emptyList = { games: null, before: undefined, error: null, busy: true, done: false };

/** The games that match, page by page. */
function useGames(user: User, filters: Filters): List {
  const key = `${user.id}?${queryOf(filters)}`;
  const [state, setState] = useState<ListState>({ key: '', ...emptyList });
  const current = state.key === key ? state : { key, ...emptyList };
  const load = async ({ games, before }: ListState) => {
    setState({ key, games, before, error: null, busy: true, done: false });
    const settle = (change: Partial<ListState>) => setState(latest => (latest.key === key ? { ...latest, busy: false, ...change } : latest));
    try {
      const read = (max: number, until: number | undefined) => getLines<UserGame>(gamesAddress(user.id, filters, { max, opening: 'true' }, until), gameShape);
      const page = await readPage(read, before);
      settle({ games: addGames(games ?? [], page.games), before: page.before, done: page.done });
    } catch (error) {
      settle({ error });
    }
  };
  useEffect(() => void load({ key, ...emptyList }), [key]);
  return { ...current, more: () => void load(current) };
}

function ExportMenu({ user, filters }: { user: User; filters: Filters }) {
  const address = gamesAddress(user.id, filters, { clocks: 'true', opening: 'true' });
  const save = (format: 'pgn' | 'ndjson') => void saveGames(address, format, user.username).catch((error: unknown) => toast(errorText(error), 'bad'));
  const items = [
    { label: t('profile.exportPgn'), icon: 'download', onSelect: () => save('pgn') },
    { label: t('profile.exportJson'), icon: 'download', onSelect: () => save('ndjson') },
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

function NoMatch({ onClear }: { onClear(): void }) {
  return (
    <div class="empty">
      <p>{t('profile.noMatch')}</p>
      <Button kind="line" size="small" onClick={onClear}>
        {t('profile.filter.clear')}
      </Button>
    </div>
  );
}

interface NoneProps {
  user: User;
  own: boolean;
}

function None({ user, own }: NoneProps) {
  return (
    <div class="empty">
      <p>{own ? t('profile.noGamesYou') : t('profile.noGames', { name: user.username })}</p>
      {own && (
        <a class="btn primary" href="/">
          {t('common.play')}
        </a>
      )}
    </div>
  );
}

/** In place of the games of somebody who has never played: nothing to filter, to search or to export. */
export function NoGames(props: NoneProps) {
  return (
    <Card class="games" title={t('profile.gamesTitle')}>
      <None {...props} />
    </Card>
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
    <Card class="games" title={t('profile.gamesTitle')} extra={
        <>
          <a class="btn line small" href={`/games?${new URLSearchParams({ player: user.username })}`}>
            {t('profile.search')}
          </a>
          <ExportMenu user={user} filters={filters} />
        </>
      }
    >
      <FilterRow filters={filters} count={user.count?.all ?? 0} opponents={opponentsOf(list.games ?? [], user.id)} open={wide} onChange={setFilters} onClear={clear} />
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
      {list.games?.length === 0 && (query ? <NoMatch onClear={clear} /> : <None user={user} own={own} />)}
      {list.games && list.games.length > 0 && list.error === null && <More list={list} />}
    </Card>
  );
}
