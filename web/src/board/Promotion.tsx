// SPDX-License-Identifier: MIT
/* The choice of a promotion: a column over the file, from the promotion square inwards. */
import { useEffect, useRef } from 'preact/hooks';
import type { Side } from '../base/side';
import type { FoundMove } from '../chess/moves';
import { roleOf } from '../chess/pieces';
import { t } from '../i18n';
import { pieceKeys } from '../i18n/notation';

export interface PromotionProps {
  /** The move of the pawn. */
  move: FoundMove;
  orientation: Side;
  color: Side;
  /** The letter of a piece: 'q', 'n', ...; null takes the pawn back. */
  onChoose(letter: string | null): void;
}

const order = ['q', 'n', 'r', 'b', 'a', 'k'];

export function Promotion({ move: { uci, promotions }, orientation, color, onChoose }: PromotionProps) {
  const square = uci.slice(2, 4);
  const onCancel = () => onChoose(null);
  const column = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    column.current?.querySelector('button')?.focus();
    return () => before?.focus({ preventScroll: true }); // the square from which the pawn was moved by keyboard
  }, []);
  const file = 'abcdefgh'.indexOf(square.charAt(0));
  const left = (orientation === 'white' ? file : 7 - file) * 12.5;
  const fromTop = (square.endsWith('8') && orientation === 'white') || (square.endsWith('1') && orientation === 'black');
  const sorted = order.filter(letter => promotions.includes(letter));
  const onKeyDown = (event: KeyboardEvent) => {
    const letter = pieceKeys(event.key).find(piece => sorted.includes(piece));
    if (event.key === 'Escape') onCancel();
    else if (letter) onChoose(letter);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="promo-shade" onClick={onCancel}>
      <div
        ref={column}
        class={fromTop ? 'promo' : 'promo from-bottom'}
        style={{ left: `${left}%` }}
        role="group"
        aria-label={t('board.promote')}
        onKeyDown={onKeyDown}
        onClick={event => event.stopPropagation()}
      >
        {sorted.map(letter => (
          <button key={letter} type="button" aria-label={t(`piece.${roleOf(letter)}`)} onClick={() => onChoose(letter)}>
            <span class={`pc ${color} ${roleOf(letter)}`} />
          </button>
        ))}
        <button type="button" class="close" aria-label={t('common.cancel')} onClick={onCancel}>
          ×
        </button>
      </div>
    </div>
  );
}

