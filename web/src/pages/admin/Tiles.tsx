// SPDX-License-Identifier: MIT
/* Live numbers, each with the curve of the last hours. */
import { formatNumber, t } from '../../i18n';
import { curvePoints, type CurvePoint, type Numbers, type Sample } from './numbers';

function Curve({ points }: { points: CurvePoint[] }) {
  const { date = 0, value = 0 } = points[0] ?? {};
  const line = curvePoints(points.length > 1 ? points : [{ date, value }, { date: date + 1, value }]);
  return (
    <svg viewBox="0 0 100 30" preserveAspectRatio="none" aria-hidden="true">
      <path class="fill" d={`M0 30 L${line} L100 30z`} />
      <path class="curve" d={`M${line}`} />
    </svg>
  );
}

/** How wide a number is set, in em: figures are wider than the rest. */
const widthOf = (number: string): number => [...number].reduce((sum, letter) => sum + (/[\d≤–]/.test(letter) ? 0.68 : 0.3), 0);

interface TileProps {
  title: string;
  /** Undefined until it is known. */
  value: string | undefined;
  unit?: string;
  points: CurvePoint[];
}

function Tile({ title, value, unit = '', points }: TileProps) {
  const shown = value ?? '–';
  const shownUnit = value === undefined ? '' : unit;
  return (
    <div class="tile">
      <dt>{title}</dt>
      <dd style={{ '--value': widthOf(shown).toFixed(2), '--unit': shownUnit.length }}>
        <span>{shown}</span> {shownUnit && <small>{shownUnit}</small>}
      </dd>
      <dd class="curve-box">
        <Curve points={points} />
      </dd>
    </div>
  );
}

const short = (number: number): string => formatNumber(number < 10 ? Math.round(number * 10) / 10 : Math.round(number));

export function Tiles({ numbers, history }: { numbers: Numbers | null; history: Sample[] }) {
  const now = history[history.length - 1];
  const curve = (name: keyof Sample): CurvePoint[] => history.map(sample => ({ date: sample.date, value: sample[name] ?? 0 }));
  const disk = [...history].reverse().find(sample => sample.disk !== null)?.disk ?? null;
  return (
    <dl class="tiles">
      <Tile title={t('admin.people')} value={now && short(now.people)} points={curve('people')} />
      <Tile title={t('admin.games')} value={now && short(now.games)} points={curve('games')} />
      <Tile title={t('admin.moves')} value={now && short(now.moves)} unit={t('admin.perSecond')} points={curve('moves')} />
      <Tile title={t('admin.disk')} value={disk === null ? undefined : `≤ ${short(disk)}`} unit={t('admin.ms')} points={curve('disk')} />
      <Tile title={t('admin.connections')} value={now && short(now.connections)} unit={numbers ? t('admin.of', { n: formatNumber(numbers.connectionsMax) }) : undefined} points={curve('connections')} />
      <Tile title={t('admin.memory')} value={now && short(now.memory)} unit="MB" points={curve('memory')} />
    </dl>
  );
}
