// SPDX-License-Identifier: MIT
/* The name of the opening. The list of names loads when a game has moves, after everything else. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Line } from '../chess/line';
import { loadOpenings, openingOfLine, type Opening } from '../chess/openings';

/** Milliseconds: a game that is being opened needs the connection for other things. */
const DELAY = 2_000;

/** The opening of a line; null until the names are loaded, which begins after `delay`. */
export function useOpening(line: Line, delay = DELAY): Opening | null {
  const [loaded, setLoaded] = useState(false);
  const hasMoves = line.moves.length > 0;
  useEffect(() => {
    if (!hasMoves) return;
    const timer = setTimeout(() => loadOpenings().then(() => setLoaded(true)), loaded ? 0 : delay);
    return () => clearTimeout(timer);
  }, [hasMoves]);
  return useMemo(() => openingOfLine(line), [line, loaded]);
}

/** The line above the moves: 'D97 Grünfeld Defence'. Its place is kept while there is no name. */
export function OpeningLine({ line }: { line: Line }) {
  const opening = useOpening(line);
  if (line.variant !== 'standard') return null;
  return (
    <p class="opening">
      {opening && (
        <>
          <b>{opening.eco}</b>
          <span class="clip">{opening.name}</span>
        </>
      )}
    </p>
  );
}
