// SPDX-License-Identifier: MIT
/* The terms of a game against the computer: those of the last game, and those in an address; and where the game on
 * this device is stored. */
import { isSide } from '../base/side';
import { keep, recall } from '../base/storage';
import { isVariant } from '../base/variants';
import { CLOCKS, defaultTerms, LEVELS, type ComputerTerms } from '../ui/ComputerForm';

const STORED = 'computer-terms';

/** The storage of the game on this device. */
export const COMPUTER_GAME = 'computer-game';

/** Whether there is a game on this device to come back to. */
export const hasComputerGame = (): boolean => Boolean(recall<{ moves?: unknown[] }>(COMPUTER_GAME)?.moves?.length);

const oneOf = <T>(list: readonly T[], value: unknown): T | undefined => list.find(known => known === value);

/** Validates terms; invalid values are replaced by the defaults. */
export function readTerms(value: Partial<Record<keyof ComputerTerms, unknown>> | null): ComputerTerms {
  const { level, variant, color, clock } = value ?? {};
  return {
    level: oneOf(LEVELS, level) ?? defaultTerms.level,
    variant: typeof variant === 'string' && isVariant(variant) ? variant : defaultTerms.variant,
    color: typeof color === 'string' && isSide(color) ? color : defaultTerms.color,
    clock: oneOf(CLOCKS, clock) ?? defaultTerms.clock,
  };
}

export const storedTerms = (): ComputerTerms => readTerms(recall(STORED));

export const storeTerms = (terms: ComputerTerms): void => void keep(STORED, terms);

/** The address that starts a game on this device: /computer?level=3&color=white */
export const computerAddress = ({ level, ...rest }: ComputerTerms): string =>
  `/computer?${new URLSearchParams({ level: String(level), ...rest })}`;

/** The terms of such an address; null if it starts no game. */
export function termsOfAddress({ searchParams }: URL): ComputerTerms | null {
  if (!searchParams.has('level')) return null;
  const values = Object.fromEntries(searchParams);
  return readTerms({ ...values, level: Number(values['level']) });
}
