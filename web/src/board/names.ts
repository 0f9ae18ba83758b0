// SPDX-License-Identifier: MIT
/* Pieces and moves in words, for screen readers. */
import type { Side } from '../base/side';
import { NULL_SAN } from '../chess/moves';
import { roleOf, type Piece } from '../chess/pieces';
import { t } from '../i18n';

export const pieceName = (piece: Piece): string => t(`piece.of.${piece.color}`, { piece: t(`piece.${piece.role}`) });

/** A move in SAN as a sentence: 'knight takes e5, check'. */
export function moveInWords(san: string): string {
  const plain = san.replace(/[+#!?]+$/, '');
  const words = [describe(plain)];
  const promotion = /=([A-Z])/.exec(plain)?.[1];
  if (promotion) words.push(t('move.promotes', { piece: t(`piece.${roleOf(promotion)}`) }));
  if (san.includes('#')) words.push(t('move.mate'));
  else if (san.includes('+')) words.push(t('move.check'));
  return words.join(', ');
}

function describe(san: string): string {
  if (san === NULL_SAN) return t('move.null');
  if (san.startsWith('O-O-O')) return t('move.castlesLong');
  if (san.startsWith('O-O')) return t('move.castlesShort');
  const square = /([a-h][1-8])(?:=[A-Z])?$/.exec(san)?.[1] ?? '';
  const piece = t(`piece.${/^[A-Z]/.test(san) ? roleOf(san.charAt(0)) : 'pawn'}`);
  if (san.includes('@')) return t('move.drop', { piece, square });
  if (!san.includes('x')) return t('move.to', { piece, square });
  return /^[a-h]/.test(san) ? t('move.pawnTakes', { file: san.charAt(0), square }) : t('move.takes', { piece, square });
}

/** 'White: knight f3' or the player's name instead of the side. */
export const announcedMove = (who: string, san: string): string => `${who}: ${moveInWords(san)}`;

export const sideName = (side: Side): string => t(side === 'white' ? 'common.white' : 'common.black');
