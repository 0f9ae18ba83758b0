// SPDX-License-Identifier: MIT
/* The graph of a rating. Pointer and arrow keys show single values; a sentence sums it up. */
import { useState } from 'preact/hooks';
import { errorText } from '../../app/errors';
import { locale, t } from '../../i18n';
import { perfName } from '../../i18n/names';
import { Card } from '../../ui/Card';
import { Segments } from '../../ui/Field';
import { Loading, type Loaded } from '../../ui/Load';
import type { RatingHistory } from '../../wire/users';
import { DAYS_MARKED, dotsOf, makeGraph, nearestPoint, pathOf, pointsOf, summarize, timeTicks, type Graph, type Period } from './graph';

const WIDTH = 600;
const HEIGHT = 100;
/** How many points are marked at most: more would hide the line. */
const MARKED_MAX = 40;
const periods = ['month', 'year', 'all'] as const;
const YEAR = 366 * 86_400_000;

// The server's days are those of UTC.
const timeZone = 'UTC';
const dateFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone });
const dayFormat = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone });
const monthFormat = new Intl.DateTimeFormat(locale, { month: 'short', timeZone });
const longFormat = new Intl.DateTimeFormat(locale, { month: 'short', year: '2-digit', timeZone });
const formatDate = (at: number): string => dateFormat.format(at);

/** The marks below: days, months, or months with the year, as the length of time asks for. */
function tickText(at: number, { start, end }: Graph): string {
  const length = end - start;
  return (length < DAYS_MARKED ? dayFormat : length <= YEAR ? monthFormat : longFormat).format(at);
}

function Lines({ graph }: { graph: Graph }) {
  const line = pathOf(graph.places, WIDTH, HEIGHT);
  const { ticks, min, max } = graph.scale;
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      {ticks.map(tick => (
        <path key={tick} class="grid" d={`M0 ${((max - tick) / (max - min)) * HEIGHT}H${WIDTH}`} />
      ))}
      <path class="fill" d={`${line}L${WIDTH} ${HEIGHT}L${(graph.places[0]!.x * WIDTH).toFixed(1)} ${HEIGHT}Z`} />
      <path class="line" d={line} />
      {graph.places.length <= MARKED_MAX && <path class="marks" d={dotsOf(graph.places.slice(0, -1), WIDTH, HEIGHT)} />}
    </svg>
  );
}

const steps: Record<string, number> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10, Home: -1e6, End: 1e6 };

/** The value under the pointer or chosen by keys. */
function Cursor({ graph, index }: { graph: Graph; index: number }) {
  const point = graph.points[index]!;
  const { x, y } = graph.places[index]!;
  return (
    <>
      <i class="cursor" style={{ left: `${x * 100}%`, top: `${y * 100}%` }} />
      <output class={x > 0.5 ? 'tip left' : 'tip'} style={{ left: `${x * 100}%` }} aria-hidden="true">
        <b>{point.rating}</b> {formatDate(point.at)}
      </output>
    </>
  );
}

function Plot({ graph, title }: { graph: Graph; title: string }) {
  const [index, setIndex] = useState<number | null>(null);
  const last = graph.points.length - 1;
  const shown = index === null ? last : Math.min(index, last);
  const point = graph.points[shown]!;
  const onPointer = (event: PointerEvent) => {
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
    setIndex(nearestPoint(graph, (event.clientX - box.left) / box.width));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step) return;
    setIndex(Math.max(0, Math.min(last, shown + step)));
    event.preventDefault();
  };
  return (
    <div
      class="plot"
      role="slider"
      tabIndex={0}
      aria-label={title}
      aria-valuemin={graph.scale.min}
      aria-valuemax={graph.scale.max}
      aria-valuenow={point.rating}
      aria-valuetext={t('profile.graphPoint', { date: formatDate(point.at), rating: point.rating })}
      onPointerMove={onPointer}
      onPointerDown={onPointer}
      onPointerLeave={() => setIndex(null)}
      onKeyDown={onKeyDown}
      onBlur={() => setIndex(null)}
    >
      <Lines graph={graph} />
      {index !== null && <Cursor graph={graph} index={shown} />}
    </div>
  );
}

/** 'Blitz: from 1500 to 1560, best 1580 on …'; shorter where nothing has changed. */
function summaryText(graph: Graph, perf: string): string {
  const { from, to, best } = summarize(graph);
  const level = graph.points.every(point => point.rating === from);
  if (level) return t('profile.graphLevel', { perf, rating: from, date: formatDate(graph.points[0]!.at) });
  return t('profile.graphSummary', { perf, from, to, best: best.rating, date: formatDate(best.at) });
}

function Chart({ graph, perf, title }: { graph: Graph; perf: string; title: string }) {
  return (
    <>
      <div class="body chart-wrap">
        <div class="y" aria-hidden="true">
          {graph.scale.ticks.map(tick => (
            <span key={tick}>{tick}</span>
          ))}
        </div>
        <Plot graph={graph} title={title} />
        <div class="x" aria-hidden="true">
          {timeTicks(graph).map(({ at, x }) => (
            <span key={at} style={{ left: `${x * 100}%` }}>
              {tickText(at, graph)}
            </span>
          ))}
        </div>
      </div>
      <p class="summary small muted">{summaryText(graph, perf)}</p>
    </>
  );
}

export function RatingGraph({ perf, start, loaded }: { perf: string; start: number; loaded: Loaded<RatingHistory[]> }) {
  const [period, setPeriod] = useState<Period>('year');
  const name = perfName(perf);
  const title = perf === 'puzzle' ? t('profile.graphPuzzles') : t('profile.graph', { perf: name });
  const choice = (
    <Segments<Period>
      label={t('profile.period')}
      value={period}
      options={periods.map(value => ({ value, label: t(`profile.${value}`) }))}
      onValue={setPeriod}
    />
  );
  return (
    <Card class="chart" title={title} extra={choice}>
      <Loading loaded={loaded} describe={errorText}>
        {history => {
          const graph = makeGraph(pointsOf(history, perf, start), period, Date.now());
          return graph ? <Chart key={`${perf} ${period}`} graph={graph} perf={name} title={title} /> : <p class="empty muted">{t('profile.graphEmpty')}</p>;
        }}
      </Loading>
    </Card>
  );
}
