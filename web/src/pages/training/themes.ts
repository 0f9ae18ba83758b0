// SPDX-License-Identifier: MIT
/* The names of themes. Imported puzzles may have some that the page does not know. */
import { t, tryText } from '../../i18n';

const MATE_IN = /^mateIn(\d+)$/;

/** 'Mate in 2', 'Fork'; an unknown one by its own words: 'advancedPawn' is 'advanced pawn'. */
export function themeName(key: string): string {
  const moves = MATE_IN.exec(key)?.[1];
  if (moves) return t('training.theme.mateIn', { n: Number(moves) });
  return tryText(`training.theme.${key}`, key.replace(/([a-z])([A-Z0-9])/g, '$1 $2').toLowerCase());
}
