// SPDX-License-Identifier: MIT
/* The running game, kept in the browser so that it survives a reload. */
import { COMPUTER_GAME } from '../../app/computerTerms';
import { isSide } from '../../base/side';
import { keep, recall } from '../../base/storage';
import { makeLine } from '../../chess/line';
import { isVariant } from '../../base/variants';
import { LEVELS } from '../../ui/ComputerForm';
import type { Play } from './play';

const isLevel = (value: unknown): boolean => LEVELS.some(level => level === value);

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

/** Whether a stored value is a game that can be continued: another version may have written it. */
export function isPlay(value: unknown): value is Play {
  const { terms, you, seed, clocks, ended } = (value ?? {}) as Partial<Play>;
  const known = typeof terms?.clock === 'string' && isVariant(terms.variant) && isLevel(terms.level) && isSide(you) && isTime(seed);
  const timed = clocks === null || (isTime(clocks?.white) && isTime(clocks?.black));
  return known && timed && (ended === null || isSide(ended?.loser)) && isLine(value as Play);
}

export const storedPlay = (): Play | null => {
  const value = recall<unknown>(COMPUTER_GAME);
  return isPlay(value) ? value : null;
};

export const storePlay = (play: Play | null): void => void keep(COMPUTER_GAME, play);
