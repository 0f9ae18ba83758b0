// SPDX-License-Identifier: MIT
/* Tabs: arrow keys change them, and they are one tab stop. */
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';

export interface Tab<T extends string> {
  id: T;
  label: ComponentChildren;
}

export interface TabsProps<T extends string> {
  label: string;
  tabs: readonly Tab<T>[];
  current: T;
  onSelect(id: T): void;
  class?: string;
  /** The panels' ids start with it: `${name}-moves`. */
  name: string;
}

export function Tabs<T extends string>({ label, tabs, current, onSelect, class: extra, name }: TabsProps<T>) {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    const index = tabs.findIndex(tab => tab.id === current);
    const next = tabs[(index + step + tabs.length) % tabs.length]!;
    onSelect(next.id);
    list.current?.querySelector<HTMLElement>(`#${name}-${next.id}-tab`)?.focus();
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class={`tabs ${extra ?? ''}`.trim()} role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
      {tabs.map(tab => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          id={`${name}-${tab.id}-tab`}
          aria-controls={`${name}-${tab.id}`}
          aria-selected={tab.id === current}
          tabIndex={tab.id === current ? 0 : -1}
          onClick={() => onSelect(tab.id)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}
