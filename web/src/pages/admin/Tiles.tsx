// SPDX-License-Identifier: MIT
/* Live numbers, each with the curve of the last minutes. */
import { formatNumber, t } from '../../i18n';
import { curvePoints, type Numbers, type Sample } from './numbers';

function Curve({ values }: { values: number[] }) {
  const points = curvePoints(values.length > 1 ? values : [values[0] ?? 0, values[0] ?? 0]);
  return (
    <svg viewBox="0 0 100 30" preserveAspectRatio="none" aria-hidden="true">
      <path class="fill" d={`M0 30 L${points} L100 30z`} />
      <path class="curve" d={`M${points}`} />
    </svg>
  );
}

interface TileProps {
  title: string;
  value: string;
  unit?: string;
  values: number[];
}

function Tile({ title, value, unit, values }: TileProps) {
  return (
    <div class="tile">
      <dt>{title}</dt>
      <dd>
        {value} {unit && <small>{unit}</small>}
      </dd>
      <dd class="curve-box">
        <Curve values={values} />
      </dd>
    </div>
  );
}

const short = (number: number): string => formatNumber(number < 10 ? Math.round(number * 10) / 10 : Math.round(number));

export function Tiles({ numbers, history }: { numbers: Numbers | null; history: Sample[] }) {
  const now = history[history.length - 1];
  const curve = (name: keyof Sample): number[] => history.map(sample => sample[name] ?? 0);
  const disk = [...history].reverse().find(sample => sample.disk !== null)?.disk ?? null;
  return (
    <dl class="tiles">
      <Tile title={t('admin.people')} value={now ? short(now.people) : '–'} values={curve('people')} />
      <Tile title={t('admin.games')} value={now ? short(now.games) : '–'} values={curve('games')} />
      <Tile title={t('admin.moves')} value={now ? short(now.moves) : '–'} unit={t('admin.perSecond')} values={curve('moves')} />
      <Tile title={t('admin.disk')} value={disk === null ? '–' : `≤ ${short(disk)}`} unit={t('admin.ms')} values={curve('disk')} />
      <Tile title={t('admin.connections')} value={now ? short(now.connections) : '–'} unit={numbers ? t('admin.of', { n: formatNumber(numbers.connectionsMax) }) : undefined} values={curve('connections')} />
      <Tile title={t('admin.memory')} value={now ? short(now.memory) : '–'} unit="MB" values={curve('memory')} />
    </dl>
  );
}
