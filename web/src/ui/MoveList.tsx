// SPDX-License-Identifier: MIT
/* The scoresheet: a row for each pair of moves. It follows the game unless the reader has scrolled up. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../i18n';
import { moveText } from '../i18n/notation';

export interface MoveListProps {
  sans: readonly string[];
  /** The times spent, as text; missing where they are not known. */
  times?: readonly (string | null)[];
  /** The move that the board shows, from 1; 0 for the start. */
  ply: number;
  /** Black began: the first row has no white move. */
  blackFirst?: boolean;
  firstNumber?: number;
  /** The last move is not acknowledged yet. */
  sending?: boolean;
  onSelect(ply: number): void;
}

interface Row {
  number: number;
  /** Plies from 1; null where the side has no move in this row. */
  plies: [number | null, number | null];
}

/** The rows of a game with `count` moves. */
export function moveRows(count: number, blackFirst: boolean, firstNumber: number): Row[] {
  const rows: Row[] = [];
  const shift = blackFirst ? 1 : 0;
  for (let i = 0; i < count + shift; i += 2) {
    const plies = [i - shift + 1, i - shift + 2].map(ply => (ply >= 1 && ply <= count ? ply : null));
    rows.push({ number: firstNumber + i / 2, plies: [plies[0]!, plies[1]!] });
  }
  return rows;
}

export function MoveList({ sans, times, ply, blackFirst = false, firstNumber = 1, sending, onSelect }: MoveListProps) {
  const sheet = useRef<HTMLDivElement>(null);
  const [following, setFollowing] = useState(true);
  const live = ply === sans.length;

  useLayoutEffect(() => {
    const current = sheet.current?.querySelector<HTMLElement>('[aria-current]');
    if (!sheet.current || (live && !following)) return;
    if (!current) sheet.current.scrollTo({ top: 0, left: 0 });
    else scrollIntoSheet(sheet.current, current);
  }, [ply, sans.length, following]);
  useEffect(() => setFollowing(true), [ply]);

  const onScroll = () => {
    const { scrollHeight, scrollTop, clientHeight } = sheet.current!;
    setFollowing(scrollHeight - scrollTop - clientHeight < 40);
  };

  return (
    <div class="sheet" ref={sheet} tabIndex={0} role="group" aria-label={t('common.moves')} onWheel={onScroll} onTouchMove={onScroll}>
      <ol class="moves">
        {moveRows(sans.length, blackFirst, firstNumber).map(row => (
          <li key={row.number}>
            <span class="n">{row.number}</span>
            {row.plies.map((number, i) =>
              number === null ? (
                <span key={i} class={i === 0 ? 'm' : undefined}>
                  {i === 0 ? '…' : ''}
                </span>
              ) : (
                <button
                  key={i}
                  type="button"
                  class={sending && number === sans.length ? 'm sending' : 'm'}
                  aria-current={number === ply || undefined}
                  onClick={() => onSelect(number)}
                >
                  {moveText(sans[number - 1]!)}
                  {times?.[number - 1] && <small>{times[number - 1]}</small>}
                </button>
              ),
            )}
          </li>
        ))}
      </ol>
      {live && !following && (
        <button type="button" class="btn small back-to-game" onClick={() => setFollowing(true)}>
          {t('common.backToGame')}
        </button>
      )}
    </div>
  );
}

/** Scrolls the sheet alone: scrollIntoView would also scroll the page. */
export function scrollIntoSheet(sheet: HTMLElement, element: HTMLElement): void {
  const box = element.getBoundingClientRect();
  const frame = sheet.getBoundingClientRect();
  if (box.bottom > frame.bottom) sheet.scrollTop += box.bottom - frame.bottom + 1;
  else if (box.top < frame.top) sheet.scrollTop += box.top - frame.top;
  if (box.right > frame.right || box.left < frame.left) sheet.scrollLeft += box.right - frame.right + frame.width / 3;
}
