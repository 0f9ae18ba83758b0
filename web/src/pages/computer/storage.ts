// SPDX-License-Identifier: MIT
/* The running game and the last terms, kept in the browser so that a reload goes on. */
import { isVariant } from '../../chess/variants';
import { defaultTerms, type ComputerTerms } from '../../ui/ComputerForm';
import type { Play } from './play';

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

const isPlay = (value: unknown): value is Play =>
  typeof value === 'object' && value !== null && 'moves' in value && 'start' in value && 'terms' in value && 'you' in value;

export const storedPlay = (): Play | null => {
  const value = read(GAME);
  return isPlay(value) ? value : null;
};

export const storePlay = (play: Play | null): void => write(GAME, play);

export function storedTerms(): ComputerTerms {
  const value = read(TERMS) as Partial<ComputerTerms> | null;
  const terms = { ...defaultTerms, ...value };
  return isVariant(terms.variant) && terms.level >= 1 && terms.level <= 8 ? terms : defaultTerms;
}

export const storeTerms = (terms: ComputerTerms): void => write(TERMS, terms);
