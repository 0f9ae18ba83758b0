// SPDX-License-Identifier: MIT
/* A menu that a button opens. Escape, a click outside and Tab at its end close it. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { IconButton } from './Button';
import type { IconName } from './Icon';

export interface PopoverProps {
  icon: IconName;
  label: string;
  children(close: () => void): ComponentChildren;
}

export function Popover({ icon, label, children }: PopoverProps) {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const close = () => setOpen(false);
  const focusButton = () => box.current?.querySelector<HTMLElement>('.icon-btn')?.focus();
  /** An entry was chosen. It had the focus, which would be lost with it. */
  const finish = () => {
    if (box.current?.querySelector('.menu :focus-visible')) focusButton();
    close();
  };
  useEffect(() => {
    if (!open) return;
    box.current?.querySelector<HTMLElement>('.menu a, .menu button')?.focus();
    const outside = (event: Event) => box.current?.contains(event.target as Node) || close();
    addEventListener('pointerdown', outside);
    return () => removeEventListener('pointerdown', outside);
  }, [open]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return;
    event.stopPropagation();
    close();
    focusButton();
  };
  const onFocusOut = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget && !box.current?.contains(relatedTarget as Node)) close();
  };
  return (
    <div class="popover-box" ref={box} onKeyDown={onKeyDown} onFocusOut={onFocusOut}>
      <IconButton icon={icon} label={label} aria-expanded={open} onClick={() => setOpen(!open)} />
      {open && (
        <ul class="menu">{children(finish)}</ul>
      )}
    </div>
  );
}
