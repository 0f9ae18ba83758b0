// SPDX-License-Identifier: MIT
/* The result of an endgame and of each move, from the server's tables. Nothing where they do not have the position. */
import { useEffect, useState } from 'preact/hooks';
import { useServerInfo } from '../../app/server';
import { t } from '../../i18n';
import { moveText } from '../../i18n/notation';
import { categoryOf, findEndgame, isInTables, type Category, type Endgame, type EndgameMove } from './endgame';
import type { Analysis } from './useAnalysis';

/** Milliseconds: not for every position that is passed on the way. */
const DELAY = 150;

function useEndgame({ game, position }: Analysis): Endgame | null {
  const men = useServerInfo()?.tablebaseMen ?? 0;
  const [found, setFound] = useState<{ fen: string; endgame: Endgame | null } | null>(null);
  const fen = position.fen();
  useEffect(() => {
    if (game.variant !== 'standard' || !isInTables(fen, men)) return;
    let current = true;
    const timer = setTimeout(() => findEndgame(position).then(endgame => current && setFound({ fen, endgame })), DELAY);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [fen, men]);
  return found?.fen === fen ? found.endgame : null;
}

const resultText = (category: Category): string => t(`analysis.table.${category}`);

function distanceText({ checkmate, dtz }: EndgameMove): string {
  if (checkmate) return t('analysis.table.mate');
  return dtz ? t('analysis.table.dtz', { n: Math.abs(dtz) }) : '';
}

export function EndgamePanel({ analysis }: { analysis: Analysis }) {
  const endgame = useEndgame(analysis);
  if (!endgame || !endgame.moves.length) return null;
  return (
    <section class="openings endgame" aria-label={t('analysis.table')}>
      <p class="name">
        {t('analysis.table')}: {resultText(endgame.category)}
      </p>
      <ol>
        {endgame.moves.map(move => (
          <li key={move.uci}>
            <button type="button" class={categoryOf(move)} onClick={() => analysis.play(move.uci)}>
              <b>{moveText(move.san)}</b>
              <span>{resultText(categoryOf(move))}</span>
              <small class="muted" title={t('analysis.table.dtzHint')}>
                {distanceText(move)}
              </small>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
