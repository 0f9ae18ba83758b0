// SPDX-License-Identifier: MIT
/* A player's name with rating, and the bar above or below a board. */
import type { ComponentChildren } from 'preact';
import type { Side } from '../base/side';
import type { Material } from '../chess/pieces';
import { t } from '../i18n';

export interface RatingProps {
  rating?: number | null;
  provisional?: boolean;
}

/** '1688', '1377?' while it is provisional. */
export const ratingText = ({ rating, provisional }: RatingProps): string => (rating ? `${rating}${provisional ? '?' : ''}` : '');

export const signed = (number: number): string => (number < 0 ? `−${-number}` : `+${number}`);

export function RatingDiff({ diff }: { diff: number | null }) {
  if (diff === null) return null;
  return <span class={diff < 0 ? 'down' : 'up'}>{signed(diff)}</span>;
}

/** The captured pieces as quiet silhouettes, and the lead. */
export function CapturedPieces({ material, side }: { material: Material; side: Side }) {
  const pieces = material.captured[side];
  const lead = side === 'white' ? material.lead : -material.lead;
  const other = side === 'white' ? 'black' : 'white';
  return (
    <>
      <span class="sr">{pieces.map(role => t(`piece.${role}`)).join(', ')}</span>
      {pieces.map((role, i) => (
        <>
          {i > 0 && pieces[i - 1] !== role && <span class="gap" />}
          <span class={`pc ${other} ${role}`} aria-hidden="true" />
        </>
      ))}
      {lead > 0 && <span class="plus">+{lead}</span>}
    </>
  );
}

export interface PlayerBarProps {
  place: 'top' | 'bottom';
  name: ComponentChildren;
  /** The second line: captured pieces, or what there is to say about the player. */
  line: ComponentChildren;
  clock?: ComponentChildren;
  children?: ComponentChildren;
}

export function PlayerBar({ place, name, line, clock, children }: PlayerBarProps) {
  return (
    <div class={`player ${place} g-${place}`}>
      <div class="who">
        <div class="line">{name}</div>
        {line}
      </div>
      {clock}
      {children}
    </div>
  );
}
