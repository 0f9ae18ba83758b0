// SPDX-License-Identifier: MIT
/* The names of openings, by position: a transposition has the name of the line it leads to. The list is
 * made by tools/openings.mjs and loads when it is first needed. */
import address from 'openings:standard';
import { makeLine, type Line } from './line';
import { positionKey } from './positionKey.mjs';

export interface Opening {
  /** The code of the Encyclopaedia of Chess Openings: C52. */
  eco: string;
  name: string;
}

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const PLIES_MAX = 40;

let openings: Map<string, Opening> | null = null;
let loading: Promise<void> | null = null;

/** The list as text: a line for each position with key, code and name. */
export function readOpenings(text: string): Map<string, Opening> {
  const map = new Map<string, Opening>();
  for (const line of text.split('\n')) {
    const [, key, eco, name] = /^(\S+) (\S+) (.+)$/.exec(line) ?? [];
    if (key) map.set(key, { eco: eco!, name: name! });
  }
  return map;
}

export function setOpenings(text: string): void {
  openings = readOpenings(text);
}

async function fetchOpenings(): Promise<void> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`cannot fetch the openings: HTTP ${response.status}`);
  setOpenings(await response.text());
}

/** Loads the names; until then no opening is known. */
export function loadOpenings(): Promise<void> {
  loading ??= fetchOpenings().catch(() => {
    loading = null; // try again next time
  });
  return loading;
}

/** Only games of standard chess from its start have openings. */
export const hasOpenings = ({ variant, start }: Pick<Line, 'variant' | 'start'>): boolean =>
  openings !== null && variant === 'standard' && start === START;

/** The name of one position. */
export const openingAt = (fen: string): Opening | null => openings?.get(positionKey(fen)) ?? null;

/** The opening of a game: the last position that has a name. */
export function openingOfLine(line: Pick<Line, 'variant' | 'start' | 'positions'>): Opening | null {
  if (!hasOpenings(line)) return null;
  for (let ply = Math.min(line.positions.length - 1, PLIES_MAX); ply > 0; ply--) {
    const opening = openingAt(line.positions[ply]!.fen());
    if (opening) return opening;
  }
  return null;
}

/** The opening of moves in UCI notation from the standard start position. */
export const openingOf = (moves: readonly string[]): Opening | null =>
  openings && openingOfLine(makeLine('standard', START, moves.slice(0, PLIES_MAX)));
