// SPDX-License-Identifier: MIT
/* A button with a list of actions below it. Arrow keys move in the list, Escape closes it. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon, type IconName } from './Icon';

export interface MenuItem {
  label: string;
  icon?: IconName;
  danger?: boolean;
  /** A link instead of an action. */
  href?: string;
  /** The file name to save the link as. */
  download?: string;
  onSelect?(): void;
}

export interface MenuProps {
  /** What the button does, if it shows only an icon. */
  label?: string;
  button: ComponentChildren;
  buttonClass: string;
  items: readonly MenuItem[];
}

function MenuRow({ item, onDone }: { item: MenuItem; onDone(): void }) {
  const content = (
    <>
      {item.icon && <Icon name={item.icon} />}
      {item.label}
    </>
  );
  const shared = { role: 'menuitem', class: item.danger ? 'danger' : undefined, tabIndex: -1 } as const;
  if (item.href)
    return (
      <a {...shared} href={item.href} download={item.download} onClick={onDone}>
        {content}
      </a>
    );
  return (
    <button
      {...shared}
      type="button"
      onClick={() => {
        onDone();
        item.onSelect?.();
      }}
    >
      {content}
    </button>
  );
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/** Moves the focus in the list; it wraps around. */
function moveFocus(list: HTMLElement, key: string): boolean {
  const rows = [...list.querySelectorAll<HTMLElement>('[role="menuitem"]')];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  const next = key === 'Home' ? 0 : key === 'End' ? rows.length - 1 : steps[key] ? (at + steps[key] + rows.length) % rows.length : -1;
  rows[next]?.focus();
  return next >= 0;
}

export function Menu({ label, button, buttonClass, items }: MenuProps) {
  const [open, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!open) return;
    list.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
    const outside = (event: Event) => frame.current?.contains(event.target as Node) || setOpen(false);
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, [open]);
  const close = () => {
    setOpen(false);
    frame.current?.querySelector('button')?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab') setOpen(false);
    const done = event.key === 'Escape' ? (close(), true) : moveFocus(list.current!, event.key);
    if (!done) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="menu-frame" ref={frame}>
      <button type="button" class={buttonClass} aria-label={label} title={label} aria-haspopup="menu" aria-expanded={open} onClick={() => setOpen(!open)}>
        {button}
      </button>
      {open && (
        <div class="menu" role="menu" ref={list} aria-label={label} onKeyDown={onKeyDown}>
          {items.map(item => (
            <MenuRow key={item.label} item={item} onDone={close} />
          ))}
        </div>
      )}
    </div>
  );
}
