// SPDX-License-Identifier: MIT
/* What a player has played in the last days. */
import { errorText } from '../../app/errors';
import { formatDay, t } from '../../i18n';
import { perfName } from '../../i18n/names';
import { Card } from '../../ui/Card';
import { Loading, useLoad } from '../../ui/Load';
import { RatingDiff } from '../../ui/Player';
import { getJson } from '../../wire/http';
import { activityShape, userPath, type ActivityDay, type User } from '../../wire/users';

/** '1 win, 0 draws, 2 losses'. */
const scoreText = (win: number, draw: number, loss: number): string =>
  [t('profile.wins', { n: win }), t('profile.draws', { n: draw }), t('profile.losses', { n: loss })].join(', ');

function Day({ day }: { day: ActivityDay }) {
  return (
    <li>
      <h3>{formatDay(day.interval.start, Date.now())}</h3>
      {Object.entries(day.games ?? {}).map(([perf, { win, draw, loss, rp }]) => (
        <p key={perf} class="line">
          <span class="grow">
            {perfName(perf)}
            <span class="sr">: {scoreText(win, draw, loss)}</span>
          </span>
          <span class="wdl" aria-hidden="true" title={scoreText(win, draw, loss)}>
            <span class="up">+{win}</span> <span class="muted">={draw}</span> <span class="down">−{loss}</span>
          </span>
          <span class="diff">{rp && rp.after !== rp.before && <RatingDiff diff={rp.after - rp.before} />}</span>
        </p>
      ))}
    </li>
  );
}

export function Activity({ user }: { user: User }) {
  const loaded = useLoad<ActivityDay[]>(user.id, () => getJson(`${userPath(user.id)}/activity`, activityShape));
  return (
    <Card title={t('profile.activity')}>
      <Loading loaded={loaded} describe={errorText}>
        {days =>
          days.length ? (
            <ul class="activity ruled">
              {days.map(day => (
                <Day key={day.interval.start} day={day} />
              ))}
            </ul>
          ) : (
            <p class="empty muted">{t('profile.noActivity')}</p>
          )
        }
      </Loading>
    </Card>
  );
}
