// SPDX-License-Identifier: MIT
/* The best players at a speed, live. */
import { useEffect, useState } from 'preact/hooks';
import { subscribeTo } from '../../app/client';
import { lookUp } from '../../base/lookup';
import { t } from '../../i18n';
import { useStore } from '../../state/store';
import { Card } from '../../ui/Card';

const SHOWN = 5;
const speeds = ['bullet', 'blitz', 'rapid', 'classical', 'correspondence'] as const;
type LeaderboardSpeed = (typeof speeds)[number];

function SpeedChoice({ speed, onChange }: { speed: LeaderboardSpeed; onChange(speed: LeaderboardSpeed): void }) {
  return (
    <select class="input compact" aria-label={t('home.leaderboardSpeed')} value={speed} onChange={event => onChange(event.currentTarget.value as LeaderboardSpeed)}>
      {speeds.map(name => (
        <option key={name} value={name}>
          {t(`speed.${name}`)}
        </option>
      ))}
    </select>
  );
}

export function Leaderboard() {
  const [speed, setSpeed] = useState<LeaderboardSpeed>('blitz');
  const places = useStore(state => lookUp(state.leaderboards, speed));
  useEffect(() => subscribeTo({ t: 'leaderboard', perf: speed, on: true }), [speed]);
  return (
    <Card title={t('home.leaderboard')} extra={<SpeedChoice speed={speed} onChange={setSpeed} />}>
      {places && places.length === 0 ? (
        <div class="empty">
          <p>{t('home.noLeaderboard')}</p>
        </div>
      ) : (
        <table class="data">
          <caption class="sr">{t('home.leaderboardCaption', { speed: t(`speed.${speed}`) })}</caption>
          <tbody>
            {(places ?? []).slice(0, SHOWN).map(({ place, name, rating }) => (
              <tr key={name}>
                <td class="faint">{place}</td>
                <td>
                  <a href={`/@/${name}`}>{name}</a>
                </td>
                <td class="num slab">{rating}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}
