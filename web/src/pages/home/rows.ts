// SPDX-License-Identifier: MIT
/* How many mini-boards fill whole rows. */
import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** The number of columns of a grid, as the browser laid it out. */
export function useColumns(grid: RefObject<HTMLElement | null>): number {
  const [columns, setColumns] = useState(3);
  useEffect(() => {
    const element = grid.current!;
    const measure = () => setColumns(getComputedStyle(element).gridTemplateColumns.split(' ').length);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return columns;
}

/** How many of `count` games to show: whole rows, at most `max`; one row that is not full if there is no
 * other. */
export function wholeRows(count: number, columns: number, max: number): number {
  if (count <= columns) return Math.min(count, max);
  const rows = Math.floor(Math.min(count, max) / columns);
  return rows ? rows * columns : Math.min(count, max);
}
