// SPDX-License-Identifier: MIT
/* Games of this server, and of its other databases, by player, opening, position, material, result and year: /games. The search is
 * in the address. */
import './page.css';
import { errorText, fieldTexts } from '../../app/errors';
import type { PageProps } from '../../app/page';
import { navigate } from '../../app/router';
import { useTitle } from '../../app/title';
import { t } from '../../i18n';
import { Button } from '../../ui/Button';
import { Loading, useLoad } from '../../ui/Load';
import { findDatabases, findGames, type ExplorerDatabase } from '../../wire/explorer';
import { addressOf, choicesOf, databaseOf, pageFrom, queryOf, searchFrom } from './query';
import { Results } from './Results';
import { SearchForm } from './SearchForm';

function Found({ url, databases: list }: { url: URL; databases: ExplorerDatabase[] }) {
  const databases = choicesOf(list);
  const search = searchFrom(url.searchParams);
  const query = queryOf(search, pageFrom(url.searchParams));
  const found = useLoad(query.toString(), () => findGames(query));
  const errors = found.error ? fieldTexts(found.error) : {};
  const database = databaseOf(databases, search)!;
  return (
    <>
      <SearchForm key={query.toString()} search={search} databases={databases} errors={errors} onSearch={next => navigate(addressOf(next))} onClear={() => navigate('/games')} />
      <section class="found" aria-label={t('games.results')} aria-busy={!found.data && !found.error}>
        {found.data && <Results found={found.data} search={search} database={database} />}
        {!found.data && !found.error && <p class="empty muted loading">{t('common.loading')}</p>}
        {found.error !== null && !Object.keys(errors).length && (
          <div class="failed" role="alert">
            <p>{errorText(found.error)}</p>
            <Button kind="line" size="small" onClick={found.reload}>
              {t('common.tryAgain')}
            </Button>
          </div>
        )}
      </section>
    </>
  );
}

export default function GamesPage({ url }: PageProps) {
  const databases = useLoad('databases', findDatabases);
  useTitle(t('games.title'));
  return (
    <div class="page games-page">
      <h1>{t('games.title')}</h1>
      <Loading loaded={databases} describe={errorText}>
        {list => (list.length ? <Found url={url} databases={list} /> : <p class="empty">{t('games.noDatabase')}</p>)}
      </Loading>
    </div>
  );
}
