// SPDX-License-Identifier: MIT
/* One leaderboard, up to two hundred places. The server notifies us when the first ten change. */
import { useEffect, useRef } from 'preact/hooks';
import { subscribeTo } from '../../app/client';
import { errorText } from '../../app/errors';
import { lookUp } from '../../base/lookup';
import { t } from '../../i18n';
import { perfName } from '../../i18n/names';
import { useStore } from '../../state/store';
import { Card } from '../../ui/Card';
import { Loading, useLoad } from '../../ui/Load';
import { RatingDiff } from '../../ui/Player';
import { getJson } from '../../wire/http';
import { leaderboardShape, type LeaderboardUser } from '../../wire/users';

const PLACES = 200;

interface Answer {
  users: LeaderboardUser[];
}

/** The list, fetched again when its beginning has changed. */
function useLeaderboard(perf: string) {
  const loaded = useLoad<Answer>(perf, () => getJson(`/api/player/top/${PLACES}/${perf}`, { users: leaderboardShape }));
  const places = useStore(state => lookUp(state.leaderboards, perf));
  const first = useRef(places);
  useEffect(() => subscribeTo({ t: 'leaderboard', perf, on: true }), [perf]);
  useEffect(() => {
    if (places && first.current && places !== first.current) loaded.reload();
    first.current = places;
  }, [places]);
  return loaded;
}

function Row({ user, place, perf, own }: { user: LeaderboardUser; place: number; perf: string; own: boolean }) {
  const { rating, progress } = user.perfs[perf] ?? { rating: 0, progress: 0 };
  return (
    <tr class={own ? 'mine' : undefined}>
      <td class="num place">{place}</td>
      <td>
        <a href={`/@/${user.username}`}>{user.username}</a> {user.title && <span class="badge">{user.title}</span>}{' '}
        {user.online && (
          <>
            <span class="dot" />
            <span class="sr">{t('players.here')}</span>
          </>
        )}
      </td>
      <td class="num slab">{rating}</td>
      <td class="num">{progress ? <RatingDiff diff={progress} /> : <span class="faint">–</span>}</td>
    </tr>
  );
}

function Table({ users, perf }: { users: readonly LeaderboardUser[]; perf: string }) {
  const you = useStore(state => state.session.name);
  return (
    <table class="data leaderboard">
      <thead>
        <tr>
          <th scope="col" class="num">
            {t('players.place')}
          </th>
          <th scope="col">{t('players.name')}</th>
          <th scope="col" class="num">
            {t('players.rating')}
          </th>
          <th scope="col" class="num">
            {t('players.progress')}
          </th>
        </tr>
      </thead>
      <tbody>
        {users.map((user, i) => (
          <Row key={user.id} user={user} place={i + 1} perf={perf} own={user.username === you} />
        ))}
      </tbody>
    </table>
  );
}

export function Leaderboard({ perf }: { perf: string }) {
  const loaded = useLeaderboard(perf);
  return (
    <Card title={t('players.best', { perf: perfName(perf) })}>
      <Loading loaded={loaded} describe={errorText}>
        {({ users }) =>
          users.length ? (
            <Table users={users} perf={perf} />
          ) : (
            <div class="empty">
              <p>{t('players.noneIn', { perf: perfName(perf) })}</p>
              <a class="btn line small" href="/">
                {t('common.play')}
              </a>
            </div>
          )
        }
      </Loading>
    </Card>
  );
}
