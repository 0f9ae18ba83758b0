// SPDX-License-Identifier: MIT
/* The pieces in hand, in crazyhouse: drag one to the board, or click it and then a square. */
import type { Side } from '../base/side';
import { letterOf, type Pocket as PocketPieces, type Role } from '../chess/pieces';
import { t } from '../i18n';
import { dragSource } from './dragSource';

const slots: readonly Role[] = ['pawn', 'knight', 'bishop', 'rook', 'queen'];

export interface PocketProps {
  place: 'top' | 'bottom';
  color: Side;
  pieces: PocketPieces;
  /** Whether this player may drop here. */
  usable: boolean;
  picked: Role | null;
  /** `byKey`: the square is chosen with keys, too. */
  onPick(role: Role | null, byKey: boolean): void;
  onDrag(role: Role, event: MouseEvent | TouchEvent): void;
}

export function Pocket({ place, color, pieces, usable, picked, onPick, onDrag }: PocketProps) {
  const start = (role: Role) => (event: MouseEvent | TouchEvent) => {
    if (usable && pieces[role]) onDrag(role, event);
  };
  return (
    <div class={`pocket ${place === 'top' ? 'g-pkt' : 'g-pkb'}${usable ? ' usable' : ''}`} role="group" aria-label={t(`board.pocket.${color}`)}>
      {slots.map(role => {
        const count = pieces[role] ?? 0;
        return (
          <button
            key={role}
            type="button"
            class={count ? 'slot' : 'slot none'}
            disabled={!usable || !count}
            aria-pressed={picked === role}
            aria-label={`${t(`piece.${role}`)}, ${count}`}
            data-role={letterOf(role)}
            {...dragSource(start(role))}
            onClick={event => onPick(picked === role ? null : role, event.detail === 0)}
          >
            <span class={`pc ${color} ${role}`} />
            {count > 0 && <b>{count}</b>}
          </button>
        );
      })}
    </div>
  );
}
