// SPDX-License-Identifier: MIT
/* The buttons under a move list: first, previous, next, last, flip, more. */
import type { ComponentChildren } from 'preact';
import { t } from '../i18n';
import { IconButton } from './Button';

export interface MoveNavigationProps {
  ply: number;
  count: number;
  onSelect(ply: number): void;
  onFlip(): void;
  children?: ComponentChildren;
}

export function MoveNavigation({ ply, count, onSelect, onFlip, children }: MoveNavigationProps) {
  return (
    <div class="transport" role="group" aria-label={t('common.moves')}>
      <IconButton icon="first" label={t('common.firstMove')} disabled={ply === 0} onClick={() => onSelect(0)} />
      <IconButton icon="prev" label={t('common.previousMove')} disabled={ply === 0} onClick={() => onSelect(ply - 1)} />
      <IconButton icon="next" label={t('common.nextMove')} disabled={ply === count} onClick={() => onSelect(ply + 1)} />
      <IconButton icon="last" label={t('common.lastMove')} disabled={ply === count} onClick={() => onSelect(count)} />
      <IconButton icon="flip" label={t('common.flip')} onClick={onFlip} />
      {children}
    </div>
  );
}
