// SPDX-License-Identifier: MIT
/* The table of games. Columns drop out where there is no room. */
import { opposite } from '../../base/side';
import { formatWhen, t, tryText } from '../../i18n';
import { perfName, playerName } from '../../i18n/names';
import { ratingText, signed } from '../../ui/Player';
import type { GamePlayer } from '../../wire/users';
import type { GameRow } from './gameRow';
import { OutcomeMark } from './OutcomeMark';

const opponentName = ({ user, name, aiLevel }: GamePlayer): string => user?.name ?? (name ? playerName(name) : undefined) ?? (aiLevel ? t('common.computer', { n: aiLevel }) : t('common.guest'));

const timeText = ({ control, days }: GameRow): string => (days ? t('common.days', { n: days }) : control || t('common.noClock'));

const endText = (row: GameRow): string => tryText(`profile.end.${row.end}`, row.end);

/** The opening of a standard game, the variant of another one. */
const subjectText = (row: GameRow): string => (row.variant === 'standard' ? (row.opening ?? '–') : tryText(`variant.${row.variant}`, row.variant));

function Diff({ diff }: { diff: number | null }) {
  if (diff === null) return <td class="num faint">–</td>;
  return <td class={`num ${diff > 0 ? 'up' : diff < 0 ? 'down' : ''}`}>{diff === 0 ? '0' : signed(diff)}</td>;
}

function Row({ row }: { row: GameRow }) {
  const their = opposite(row.side);
  return (
    <tr>
      <td>
        <OutcomeMark outcome={row.outcome} />
      </td>
      <td class="nowrap">
        <span class={`side ${their.charAt(0)}`} title={t(`common.${their}`)} /> <a href={row.href}>{opponentName(row.opponent)}</a>{' '}
        <span class="muted">{ratingText({ rating: row.opponent.rating, provisional: row.opponent.provisional })}</span>
        <small class="phone">{endText(row)}</small>
      </td>
      <td class="slab nowrap" title={`${perfName(row.perf)}, ${t(row.rated ? 'common.rated' : 'common.casual')}`}>
        {timeText(row)}
      </td>
      <td class="hide-phone">{endText(row)}</td>
      <td class="hide-phone muted c-wide">{subjectText(row)}</td>
      <td class="num hide-phone">{row.moves}</td>
      <Diff diff={row.diff} />
      <td class="num hide-phone muted nowrap">
        <time dateTime={new Date(row.at).toISOString()}>{formatWhen(row.at, Date.now())}</time>
      </td>
    </tr>
  );
}

export function GameTable({ rows }: { rows: readonly GameRow[] }) {
  return (
    <div class="scroll-x" tabIndex={0} role="group" aria-label={t('profile.table')}>
      <table class="data">
        <thead>
          <tr>
            <th scope="col">
              <span class="sr">{t('profile.col.result')}</span>
            </th>
            <th scope="col">{t('profile.col.opponent')}</th>
            <th scope="col">{t('profile.col.time')}</th>
            <th scope="col" class="hide-phone">
              {t('profile.col.end')}
            </th>
            <th scope="col" class="hide-phone c-wide">
              {t('profile.col.opening')}
            </th>
            <th scope="col" class="num hide-phone">
              {t('profile.col.moves')}
            </th>
            <th scope="col" class="num">
              {t('profile.col.rating')}
            </th>
            <th scope="col" class="num hide-phone">
              {t('profile.col.when')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <Row key={row.id} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
