// SPDX-License-Identifier: MIT
/* The first ten of each kind of rating. */
import { errorText } from '../../app/errors';
import { t } from '../../i18n';
import { perfKeys, perfName } from '../../i18n/names';
import { Card } from '../../ui/Card';
import { Loading, useLoad } from '../../ui/Load';
import { RatingDiff } from '../../ui/Player';
import { getJson } from '../../wire/http';
import { leaderboardShape, type LeaderboardUser } from '../../wire/users';

export type Leaders = Record<string, LeaderboardUser[]>;

function Places({ users, perf }: { users: readonly LeaderboardUser[]; perf: string }) {
  return (
    <ol class="people places">
      {users.map((user, i) => (
        <li key={user.id}>
          <span class="place">{i + 1}</span>
          <a class="p clip" href={`/@/${user.username}`}>
            {user.username}
          </a>
          {user.title && <span class="badge">{user.title}</span>}
          {user.online && <span class="dot" title={t('players.free')} />}
          <span class="do">
            <span class="slab">{user.perfs[perf]?.rating}</span>
            <span class="diff">{user.perfs[perf]?.progress ? <RatingDiff diff={user.perfs[perf]!.progress} /> : null}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}

export function Leaders() {
  const loaded = useLoad<Leaders>('leaders', () => getJson('/api/player', { blitz: leaderboardShape }));
  return (
    <Loading loaded={loaded} describe={errorText}>
      {leaders => {
        const kinds = perfKeys.filter(key => leaders[key]?.length);
        if (!kinds.length)
          return (
            <Card title={t('players.leaderboards')}>
              <p class="empty muted">{t('players.none')}</p>
            </Card>
          );
        return (
          <div class="leaders">
            {kinds.map(key => (
              <Card
                key={key}
                title={perfName(key)}
                extra={
                  <a class="small" href={`/players/${key}`}>
                    {t('players.more')}
                  </a>
                }
              >
                <Places users={leaders[key]!} perf={key} />
              </Card>
            ))}
          </div>
        );
      }}
    </Loading>
  );
}
