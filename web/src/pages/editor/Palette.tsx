// SPDX-License-Identifier: MIT
/* The pieces to put on the board, above and below it: drag one, or choose one and click squares. */
import type { Side } from '../../base/side';
import { dragSource } from '../../board/dragSource';
import { pieceName } from '../../board/names';
import type { Piece, Role } from '../../chess/pieces';
import { t } from '../../i18n';
import { Icon, type IconName } from '../../ui/Icon';

/** What a click on a square does. */
export type Tool = 'hand' | 'delete' | Piece;

export const isPiece = (tool: Tool): tool is Piece => typeof tool === 'object';

const isSame = (tool: Tool, other: Tool): boolean =>
  tool === other || (isPiece(tool) && isPiece(other) && tool.role === other.role && tool.color === other.color);

export interface PaletteProps {
  place: 'top' | 'bottom';
  color: Side;
  roles: readonly Role[];
  tool: Tool;
  onTool(tool: Tool): void;
  /** A piece is dragged from here. */
  onDrag(piece: Piece, event: MouseEvent | TouchEvent): void;
}

function ToolButton({ icon, label, tool, own, onTool }: { icon: IconName; label: string; tool: Tool; own: Tool; onTool(tool: Tool): void }) {
  return (
    <button type="button" class="slot" aria-label={label} title={label} aria-pressed={isSame(tool, own)} onClick={() => onTool(own)}>
      <Icon name={icon} />
    </button>
  );
}

export function Palette({ place, color, roles, tool, onTool, onDrag }: PaletteProps) {
  return (
    <div class={`pocket spare g-${place}`} role="toolbar" aria-label={t(`editor.palette.${color}`)}>
      {roles.map(role => {
        const piece: Piece = { role, color };
        return (
          <button
            key={role}
            type="button"
            class="slot"
            aria-label={pieceName(piece)}
            aria-pressed={isSame(tool, piece)}
            onClick={() => onTool(isSame(tool, piece) ? 'hand' : piece)}
            {...dragSource(event => onDrag(piece, event))}
          >
            <span class={`pc ${color} ${role}`} />
          </button>
        );
      })}
      <span class="label" />
      {place === 'bottom' && (
        <>
          <ToolButton icon="hand" label={t('editor.hand')} tool={tool} own="hand" onTool={onTool} />
          <ToolButton icon="trash" label={t('editor.delete')} tool={tool} own="delete" onTool={onTool} />
        </>
      )}
    </div>
  );
}
