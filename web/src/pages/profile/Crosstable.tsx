// SPDX-License-Identifier: MIT
/* The score between you and the player, and the last games as marks. */
import { errorText } from '../../app/errors';
import { t } from '../../i18n';
import { Card } from '../../ui/Card';
import { Loading, useLoad } from '../../ui/Load';
import { getJson, getLines } from '../../wire/http';
import { crosstableShape, gameShape, type User, type UserGame } from '../../wire/users';
import { gamesAddress, noFilters } from './filters';
import { outcomeOf, scoreText, sideOf, type Outcome } from './gameRow';
import { OutcomeMark } from './OutcomeMark';

const SHOWN = 11;

interface Score {
  you: number;
  other: number;
  games: number;
  /** The last games from your side, the oldest first. */
  last: { id: string; outcome: Outcome }[];
}

interface CrosstableAnswer {
  users: Record<string, number>;
  nbGames: number;
}

async function loadScore(user: User, you: string): Promise<Score> {
  const own = you.toLowerCase();
  const [table, games] = await Promise.all([
    getJson<CrosstableAnswer>(`/api/crosstable/${encodeURIComponent(own)}/${encodeURIComponent(user.id)}`, crosstableShape),
    getLines<UserGame>(gamesAddress(own, { ...noFilters, vs: user.id }, { max: SHOWN, moves: 'false' }), gameShape),
  ]);
  const last = games.map(game => ({ id: game.id, outcome: outcomeOf(game, sideOf(game, own)) })).reverse();
  return { you: table.users[own] ?? 0, other: table.users[user.id] ?? 0, games: table.nbGames, last };
}

function Table({ user, you, score }: { user: User; you: string; score: Score }) {
  if (!score.games) return <p class="empty muted">{t('profile.neverPlayed')}</p>;
  return (
    <div class="cross">
      <span class="muted">{t('profile.you')}</span>
      <span class="sum">{scoreText(score.you)}</span>
      <span class="muted">{user.username}</span>
      <span class="sum">{scoreText(score.other)}</span>
      <div class="runs">
        {score.last.map(({ id, outcome }) => (
          <a key={id} href={`/${id}`} class="run">
            <OutcomeMark outcome={outcome} />
          </a>
        ))}
      </div>
      <a class="small" href={`/@/${user.username}/games?vs=${you}`}>
        {t('profile.allGames', { n: score.games })}
      </a>
    </div>
  );
}

export function Crosstable({ user, you }: { user: User; you: string }) {
  const loaded = useLoad(`${user.id} ${you}`, () => loadScore(user, you));
  return (
    <Card title={t('profile.against', { name: user.username })}>
      <Loading loaded={loaded} describe={errorText}>
        {score => <Table user={user} you={you} score={score} />}
      </Loading>
    </Card>
  );
}
