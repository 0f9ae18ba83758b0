// SPDX-License-Identifier: MIT
/* The graphs of evaluation and of move times. A click goes to a move. */
import { winningChance, type Score } from '../../chess/evaluation';
import type { Tree } from '../../chess/tree';
import { t } from '../../i18n';
import { isWhitePly, judgementText, moveNumber, scoreText } from './texts';

const WIDTH = 480;
const HEIGHT = 100;
const TIME_HEIGHT = 40;

export interface GraphProps {
  tree: Tree;
  /** After each ply, the start first; null where it is not known. */
  scores: readonly (Score | null)[];
  /** Milliseconds of each move of the main line; null where they are not known. */
  times: readonly (number | null)[];
  sans: readonly string[];
  /** The shown ply of the main line. */
  ply: number;
  onSelect(ply: number): void;
}

const round = (number: number): string => number.toFixed(1);

/** The known part of the curve as points; a gap is skipped. */
function curvePoints(scores: readonly (Score | null)[], count: number): string[] {
  return scores.flatMap((score, ply) =>
    score ? [`${round((ply * WIDTH) / Math.max(1, count))} ${round(HEIGHT * (1 - winningChance(score)))}`] : [],
  );
}

/** A summary of the graph in a sentence: the evaluation at a few points. */
function summary({ tree, scores, sans }: GraphProps): string {
  const places = [0.25, 0.5, 0.75, 1].map(part => Math.round(part * sans.length)).filter((ply, i, all) => ply > 0 && all.indexOf(ply) === i);
  const parts = places.flatMap(ply => {
    const score = scores[ply];
    return score ? [`${moveNumber(tree, ply - 1)}${sans[ply - 1]}: ${judgementText(score)}`] : [];
  });
  return parts.length ? `${t('analysis.graph')}. ${parts.join('; ')}` : t('analysis.graph');
}

function currentText({ tree, scores, sans, ply }: GraphProps): string {
  const score = scores[ply];
  const move = ply > 0 ? `${moveNumber(tree, ply - 1)}${sans[ply - 1]}` : t('analysis.start');
  return score ? `${move}, ${scoreText(score)}` : move;
}

function Times({ tree, times }: Pick<GraphProps, 'tree' | 'times'>) {
  const longest = Math.max(1, ...times.map(time => time ?? 0));
  const step = WIDTH / Math.max(1, times.length);
  const half = TIME_HEIGHT / 2;
  return (
    <svg
      class="times"
      viewBox={`0 0 ${WIDTH} ${TIME_HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t('analysis.timesLabel', { seconds: Math.round(longest / 1000) })}
    >
      {times.map((time, ply) => {
        const height = Math.max(time === null ? 0 : 1, ((time ?? 0) / longest) * half);
        const white = isWhitePly(tree, ply);
        return <rect key={ply} class={white ? 'wt' : 'bt'} x={round(ply * step)} y={round(white ? half - height : half)} width={round(step * 0.7)} height={round(height)} />;
      })}
    </svg>
  );
}

export function Graph(props: GraphProps) {
  const { scores, times, sans, ply, onSelect } = props;
  const count = sans.length;
  const points = curvePoints(scores, count);
  const jump = (event: MouseEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    onSelect(Math.round(((event.clientX - box.left) / box.width) * count));
  };
  const [first, last] = [points[0], points[points.length - 1]].map(point => point?.split(' ')[0] ?? '0');
  const x = round((ply * WIDTH) / Math.max(1, count));
  const hasTimes = times.some(time => time !== null);
  return (
    <div class="graph">
      <div class="legend">
        <span>{t('analysis.graph')}</span>
        <span>{currentText(props)}</span>
      </div>
      <svg class="curves" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={summary(props)} onClick={jump}>
        <rect class="bg" x={first} width={round(Number(last) - Number(first))} height={HEIGHT} />
        {points.length > 1 && <path class="area" d={`M${points.join('L')}L${last} ${HEIGHT}L${first} ${HEIGHT}Z`} />}
        <path class="mid" d={`M0 ${HEIGHT / 2}H${WIDTH}`} />
        {points.length > 1 && <path class="curve" d={`M${points.join('L')}`} />}
        <path class="now" d={`M${x} 0V${HEIGHT}`} />
      </svg>
      {hasTimes && (
        <>
          <Times tree={props.tree} times={times} />
          <div class="legend">
            <span>{t('analysis.times')}</span>
            <span>{t('analysis.timesLegend')}</span>
          </div>
        </>
      )}
    </div>
  );
}
