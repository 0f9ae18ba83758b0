// SPDX-License-Identifier: MIT
/* A card for each rating. The chosen one is shown as a graph. */
import { t } from '../../i18n';
import { perfKeys, perfName } from '../../i18n/names';
import { signed } from '../../ui/Player';
import type { Perf, RatingHistory } from '../../wire/users';
import { pointsOf, progressOf, sparkline } from './graph';

interface RatingCardsProps {
  perfs: Record<string, Perf>;
  history: readonly RatingHistory[];
  /** The rating before the first game. */
  start: number;
  current: string | null;
  onSelect(perf: string): void;
}

function Progress({ prog }: { prog: number }) {
  if (!prog) return null;
  return (
    <span class={prog < 0 ? 'down small' : 'up small'} title={t('profile.progress', { diff: signed(prog) })}>
      {signed(prog)}
    </span>
  );
}

interface RatingCardProps {
  name: string;
  perf: Perf;
  /** '12 games' */
  count: string;
  progress: number;
  line: string | null;
  current: boolean;
  onSelect(): void;
}

function RatingCard({ name, perf, count, progress, line, current, onSelect }: RatingCardProps) {
  return (
    <button type="button" class="rating-card" aria-pressed={current} onClick={onSelect}>
      <span class="k">{name}</span>
      <b>
        {perf.rating}
        {perf.prov && (
          <span title={t('profile.provisional')}>
            <span aria-hidden="true">?</span>
            <span class="sr"> ({t('profile.provisional')})</span>
          </span>
        )}
      </b>
      <span class="d">
        {count} <Progress prog={progress} />
      </span>
      {line && (
        <svg viewBox="0 0 72 32" aria-hidden="true">
          <path d={line} />
        </svg>
      )}
    </button>
  );
}

export function RatingCards({ perfs, history, start, current, onSelect }: RatingCardsProps) {
  const played = perfKeys.filter(key => (perfs[key]?.games ?? 0) > 0);
  if (!played.length) return <p class="ratings muted none">{t('profile.noRatings')}</p>;
  return (
    <section class="ratings" aria-label={t('profile.ratings')}>
      {played.map(key => (
        <RatingCard
          key={key}
          name={perfName(key)}
          perf={perfs[key]!}
          count={t(key === 'puzzle' ? 'profile.ratingPuzzles' : 'profile.ratingGames', { n: perfs[key]!.games })}
          progress={progressOf(perfs[key]!, start)}
          line={sparkline(pointsOf(history, key, start))}
          current={key === current}
          onSelect={() => onSelect(key)}
        />
      ))}
    </section>
  );
}
