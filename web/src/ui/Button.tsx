// SPDX-License-Identifier: MIT
import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';
import { Icon, type IconName } from './Icon';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** One primary button in a view. */
  kind?: 'primary' | 'plain' | 'line' | 'text' | 'quiet' | 'danger' | 'danger-line';
  size?: 'small' | 'big';
  icon?: IconName;
  /** Keeps its width and shows that something is under way. */
  busy?: boolean;
  children: ComponentChildren;
}

export function Button({ kind = 'plain', size, icon, busy, children, class: extra, ...rest }: ButtonProps) {
  const classes = ['btn', kind === 'plain' ? '' : kind, size ?? '', extra ?? ''].filter(Boolean).join(' ');
  return (
    <button type="button" {...rest} class={classes} aria-busy={busy || undefined} disabled={rest.disabled || busy}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

export interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon: IconName;
  /** What it does; read by screen readers and shown on hover. */
  label: string;
  /** A number in a red circle; not shown if it is 0. */
  count?: number;
}

export function IconButton({ icon, label, count = 0, class: extra, ...rest }: IconButtonProps) {
  return (
    <button type="button" title={label} {...rest} class={`icon-btn ${extra ?? ''}`.trim()} aria-label={label}>
      <Icon name={icon} />
      {count > 0 && <span class="count">{count > 99 ? '99+' : count}</span>}
    </button>
  );
}
