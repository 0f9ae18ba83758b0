// SPDX-License-Identifier: MIT
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';

export interface CardProps {
  title: ComponentChildren;
  /** Stands at the right of the title: a number, a link. */
  extra?: ComponentChildren;
  class?: string;
  children: ComponentChildren;
}

let lastId = 0;

/** A section with a title. */
export function Card({ title, extra, class: more, children }: CardProps) {
  const id = useRef(`card-${++lastId}`).current;
  return (
    <section class={`card ${more ?? ''}`.trim()} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {extra}
      </header>
      {children}
    </section>
  );
}
