// SPDX-License-Identifier: MIT
/* Arrows and circles in PGN comments: Gd2d4 is a green arrow, Re5 a red circle. */
import type { Shape } from './tree';

const brushes: Readonly<Record<string, string>> = { G: 'green', R: 'red', Y: 'yellow', B: 'blue' };

const letterOf = (brush: string): string => Object.keys(brushes).find(letter => brushes[letter] === brush) ?? 'G';

/** 'Gd2d4,Re5' as shapes; what is not one is ignored. */
export function parseShapes(text: string): Shape[] {
  return text.split(',').flatMap(part => {
    const [, letter, from, to] = /^([GRYB])([a-h][1-8])([a-h][1-8])?$/.exec(part.trim()) ?? [];
    if (!letter || !from) return [];
    return [to ? { from, to, brush: brushes[letter]! } : { from, brush: brushes[letter]! }];
  });
}

/** Shapes as the operands of [%cal] and [%csl]. */
export function shapesText(shapes: readonly Shape[]): { arrows: string; squares: string } {
  const texts = (list: readonly Shape[]) => list.map(({ brush, from, to }) => `${letterOf(brush)}${from}${to ?? ''}`).join(',');
  return { arrows: texts(shapes.filter(shape => shape.to)), squares: texts(shapes.filter(shape => !shape.to)) };
}
