// SPDX-License-Identifier: MIT
/* Conditional moves of a correspondence game, as the server writes them: `e7e5 g1f3 b8c6 f1b5,c7c5 g1f3`. A line
 * begins with a move of the opponent and ends with one of our own. */

export const readLines = (text: string): string[][] => (text ? text.split(',').map(line => line.split(' ')) : []);

export const writeLines = (lines: string[][]): string => lines.map(line => line.join(' ')).join(',');

function countShared(one: string[], other: string[]): number {
  const differs = one.findIndex((move, i) => move !== other[i]);
  return differs < 0 ? one.length : differs;
}

/** Whether a new line takes the place of another one: it continues it, or answers the same moves differently. */
function replaces(line: string[], other: string[]): boolean {
  const shared = countShared(other, line);
  return shared === other.length || shared % 2 === 1;
}

/** Whether one of the lines is a line, or begins with it. */
export const hasLine = (lines: string[][], line: string[]): boolean => lines.some(other => countShared(line, other) === line.length);

/** The lines with another one. */
export function addLine(lines: string[][], line: string[]): string[][] {
  if (hasLine(lines, line)) return lines;
  return [...lines.filter(other => !replaces(line, other)), line];
}

/** What is left of the lines after a move of either side. */
export function linesAfter(text: string, move: string): string {
  const going = readLines(text).filter(line => line[0] === move && line.length > 1);
  return writeLines(going.map(line => line.slice(1)));
}
