// SPDX-License-Identifier: MIT
/* What the rules say about a position that was set up, in the page's language. */
import { RookeryError, rules } from '../../chess/rules';
import { t, type Key } from '../../i18n';
import { writeSetup, type Setup } from './setup';

/** The messages of include/rookery/position_faults.def. */
export const faults: Record<string, Key> = {
  'White has no king': 'editor.fault.noWhiteKing',
  'Black has no king': 'editor.fault.noBlackKing',
  'White has more than one king': 'editor.fault.whiteKings',
  'Black has more than one king': 'editor.fault.blackKings',
  'the horde must not have a king': 'editor.fault.hordeKing',
  'a pawn is on the first or last rank': 'editor.fault.pawnRank',
  'the side that is not to move is in check': 'editor.fault.oppositeCheck',
  'castling rights without king and rook on their squares': 'editor.fault.castling',
  'no pawn has just moved two squares past the en passant square': 'editor.fault.enPassant',
  'a piece on the board does not exist in this variant': 'editor.fault.foreignKind',
  'more pieces in the pocket than the variant allows': 'editor.fault.pocket',
  'the checks left must be 0 to 3, and not 0 for both sides': 'editor.fault.checksLeft',
  'a king is in check, which this variant forbids': 'editor.fault.raceCheck',
  'the board is empty': 'editor.fault.empty',
};

function describe(error: RookeryError): string {
  if (error.code === 'bad-syntax') return t('editor.badFen', { text: error.text, n: error.offset + 1 });
  return error.text.split('; ').map(text => (faults[text] ? t(faults[text]) : text)).join(' ');
}

export interface Checked {
  fen: string;
  /** Why the position cannot be played; null if it can. */
  error: string | null;
}

export function checkFen(fen: string, variant: string): Checked {
  try {
    return { fen: rules().position(fen, variant).fen(), error: null };
  } catch (error) {
    if (error instanceof RookeryError) return { fen, error: describe(error) };
    throw error;
  }
}

export const checkSetup = (setup: Setup): Checked => checkFen(writeSetup(setup), setup.variant);
