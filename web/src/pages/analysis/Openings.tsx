// SPDX-License-Identifier: MIT
/* The opening explorer, the name of the opening, and the moves from here that lead to a position with a name. */
import { useMemo } from 'preact/hooks';
import { hasOpenings, openingAt, type Opening } from '../../chess/openings';
import type { Line } from '../../chess/line';
import { t } from '../../i18n';
import { moveText } from '../../i18n/notation';
import { Explorer } from './Explorer';
import type { Analysis } from './useAnalysis';

interface Continuation {
  uci: string;
  san: string;
  opening: Opening;
}

function continuations(line: Line): Continuation[] {
  const position = line.positions[line.positions.length - 1]!;
  if (!hasOpenings(line)) return [];
  const sans = position.sanMoves();
  return position
    .uciMoves()
    .flatMap((uci, i) => {
      const opening = openingAt(position.play(uci).fen());
      return opening ? [{ uci, san: sans[i]!, opening }] : [];
    })
    .sort((a, b) => a.opening.name.localeCompare(b.opening.name));
}

export interface OpeningsProps {
  analysis: Analysis;
  opening: Opening | null;
  /** A move of the explorer is pointed at. */
  onHover(uci: string | null): void;
}

export function Openings({ analysis, opening, onHover }: OpeningsProps) {
  const list = useMemo(() => continuations(analysis.game), [analysis.game, opening]);
  const unnamed = analysis.path.length && hasOpenings(analysis.game) ? t('analysis.noOpening') : null;
  const name = opening ? `${opening.name}, ${opening.eco}` : unnamed;
  return (
    <div class="sheet openings" role="tabpanel" id="panel-openings" aria-labelledby="panel-openings-tab">
      {name && <p class="name">{name}</p>}
      <Explorer analysis={analysis} onHover={onHover} />
      {list.length > 0 && (
        <details>
          <summary>{t('explorer.names')}</summary>
          <ol>
            {list.map(({ uci, san, opening: next }) => (
              <li key={uci}>
                <button type="button" onClick={() => analysis.play(uci)}>
                  <b>{moveText(san)}</b>
                  <span>{next.name}</span>
                  <small class="muted">{next.eco}</small>
                </button>
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  );
}
