// SPDX-License-Identifier: MIT
/* The puzzle of the day, if the server has puzzles. */
import { MiniBoard } from '../../board/MiniBoard';
import { squaresOf } from '../../chess/moves';
import { t } from '../../i18n';
import { Card } from '../../ui/Card';
import { useLoad } from '../../ui/Load';
import { getJson } from '../../wire/http';

interface Daily {
  puzzle: { fen: string; lastMove: string };
}

/** Asks for the themes first: they are an answer also where there are no puzzles. */
async function loadDaily(): Promise<Daily | null> {
  const { themes } = await getJson<{ themes: unknown[] }>('/api/puzzle/themes', { themes: 'list' });
  return themes.length ? getJson<Daily>('/api/puzzle/daily', { puzzle: { fen: 'string', lastMove: 'string' } }) : null;
}

export function DailyPuzzle() {
  const daily = useLoad('daily', loadDaily).data;
  if (!daily) return null;
  const side = daily.puzzle.fen.split(' ')[1] === 'b' ? 'black' : 'white';
  return (
    <Card title={t('home.daily')} class="daily">
      <a class="daily-link" href="/training/daily">
        <MiniBoard fen={daily.puzzle.fen} orientation={side} lastMove={squaresOf(daily.puzzle.lastMove)} />
        <span>{t('home.dailyMove', { side: t(`common.${side}`) })}</span>
      </a>
    </Card>
  );
}
