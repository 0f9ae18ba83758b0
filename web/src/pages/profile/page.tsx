// SPDX-License-Identifier: MIT
/* A player: /@/anna, and only the games: /@/anna/games?perf=blitz. */
import './page.css';
import { useEffect, useState } from 'preact/hooks';
import { subscribeTo } from '../../app/client';
import { errorText } from '../../app/errors';
import { ErrorPage } from '../../app/ErrorPage';
import type { PageProps } from '../../app/page';
import { useTitle } from '../../app/title';
import { t } from '../../i18n';
import { perfKeys } from '../../i18n/names';
import { hasAccount } from '../../state/state';
import { useStore } from '../../state/store';
import { Loading, useLoad } from '../../ui/Load';
import { getJson, HttpError } from '../../wire/http';
import { ratingHistoryShape, userShape, userPath, type Perf, type RatingHistory, type User } from '../../wire/users';
import { About } from './About';
import { Activity } from './Activity';
import { Crosstable } from './Crosstable';
import { CurrentGame } from './CurrentGame';
import { Games, NoGames } from './Games';
import { Head } from './Head';
import { startRating } from './graph';
import { RatingGraph } from './RatingGraph';
import { RatingCards } from './Ratings';

const sameName = (one: string | null, other: string): boolean => one?.toLowerCase() === other.toLowerCase();

/** The kind of rating with the most games. */
function mainPerf(perfs: Record<string, Perf>): string | null {
  const played = perfKeys.filter(key => (perfs[key]?.games ?? 0) > 0);
  return played.reduce<string | null>((best, key) => (best && perfs[best]!.games >= perfs[key]!.games ? best : key), null);
}

const hasPlayed = ({ count }: User): boolean => (count?.all ?? 0) + (count?.playing ?? 0) > 0;
const hasRating = (user: User): boolean => hasPlayed(user) || mainPerf(user.perfs ?? {}) !== null;

function Ratings({ user }: { user: User }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const history = useLoad<RatingHistory[]>(user.id, () => getJson(`${userPath(user.id)}/rating-history`, ratingHistoryShape));
  const perfs = user.perfs ?? {};
  const perf = chosen ?? mainPerf(perfs);
  const start = startRating(user.title === 'BOT');
  return (
    <>
      <RatingCards perfs={perfs} history={history.data ?? []} start={start} current={perf} onSelect={setChosen} />
      {perf && <RatingGraph perf={perf} start={start} loaded={history} />}
    </>
  );
}

interface ProfileProps {
  user: User;
  url: URL;
  onChange(user: User): void;
}

function Profile({ user, url, onChange }: ProfileProps) {
  const session = useStore(state => state.session);
  const own = sameName(session.name, user.username);
  const fresh = !hasPlayed(user);
  return (
    <div class={fresh ? 'page profile fresh' : 'page profile'}>
      <Head user={user} own={own} onChange={onChange} />
      {hasRating(user) && <Ratings user={user} />}
      {fresh ? <NoGames user={user} own={own} /> : <Games user={user} own={own} url={url} />}
      <div class="vs">
        {!fresh && !own && session.name && hasAccount(session) && <Crosstable user={user} you={session.name} />}
        <About user={user} />
        {!fresh && <CurrentGame user={user} />}
        {!fresh && <Activity user={user} />}
      </div>
    </div>
  );
}

/** A closed account has only its name. */
function Closed({ user }: { user: User }) {
  return (
    <ErrorPage title={user.username} text={t('profile.closed')}>
      <a class="btn line" href="/players">
        {t('common.players')}
      </a>
    </ErrorPage>
  );
}

function Missing({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const missing = error instanceof HttpError && error.status === 404;
  return (
    <ErrorPage title={missing ? t('profile.notFound') : errorText(error)}>
      {missing ? (
        <a class="btn primary" href="/players">
          {t('common.players')}
        </a>
      ) : (
        <button type="button" class="btn line" onClick={onRetry}>
          {t('common.tryAgain')}
        </button>
      )}
    </ErrorPage>
  );
}

export default function ProfilePage({ params, url }: PageProps) {
  const name = params['name']!;
  const role = useStore(state => state.session.role);
  useTitle(name);
  useEffect(() => subscribeTo({ t: 'people', on: true }), []);
  // Whether you follow somebody depends on who you are: the answer is another one after the login.
  const loaded = useLoad<User>(`${name} ${role}`, () => getJson(userPath(name), userShape));
  if (loaded.error) return <Missing error={loaded.error} onRetry={loaded.reload} />;
  return (
    <Loading loaded={loaded} describe={errorText}>
      {user =>
        user.disabled ? (
          <Closed user={user} />
        ) : params['part'] === 'games' ? (
          <div class="page games-page">
            <h1>
              <a href={`/@/${user.username}`}>{user.username}</a>
            </h1>
            <Games user={user} own={false} url={url} wide />
          </div>
        ) : (
          <Profile key={user.id} user={user} url={url} onChange={loaded.setData} />
        )
      }
    </Loading>
  );
}
