// SPDX-License-Identifier: MIT
/* The running game and the last terms, kept in the browser so that a reload goes on. */
import { isSide } from '../../base/side';
import { makeLine } from '../../chess/line';
import { isVariant } from '../../chess/variants';
import { defaultTerms, LEVELS, type ComputerTerms } from '../../ui/ComputerForm';
import type { Play } from './play';

const isLevel = (value: unknown): boolean => LEVELS.some(level => level === value);

const GAME = 'computer-game';
const TERMS = 'computer-terms';

function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // without storage the game lasts as long as the page
  }
}

const isTime = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value);

/** Whether the moves can be played. */
function isLine({ terms, start, moves, undone }: Play): boolean {
  try {
    makeLine(terms.variant, start, [...moves, ...[...undone].reverse()]);
    return true;
  } catch {
    return false;
  }
}

/** Whether a value from the storage is a game that can go on: another version may have written it. */
export function isPlay(value: unknown): value is Play {
  const { terms, you, seed, clocks, ended } = (value ?? {}) as Partial<Play>;
  const known = typeof terms?.clock === 'string' && isVariant(terms.variant) && isLevel(terms.level) && isSide(you) && isTime(seed);
  const timed = clocks === null || (isTime(clocks?.white) && isTime(clocks?.black));
  return known && timed && (ended === null || isSide(ended?.loser)) && isLine(value as Play);
}

export const storedPlay = (): Play | null => {
  const value = read(GAME);
  return isPlay(value) ? value : null;
};

export const storePlay = (play: Play | null): void => write(GAME, play);

export function storedTerms(): ComputerTerms {
  const value = read(TERMS) as Partial<ComputerTerms> | null;
  const terms = { ...defaultTerms, ...value };
  return isVariant(terms.variant) && isLevel(terms.level) && typeof terms.clock === 'string' ? terms : defaultTerms;
}

export const storeTerms = (terms: ComputerTerms): void => write(TERMS, terms);
