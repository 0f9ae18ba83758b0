// SPDX-License-Identifier: MIT
/* Shown instead of a page that does not exist or that the user may not see: what is wrong, and where to go next. */
import type { ComponentChildren } from 'preact';
import { Mark } from '../ui/Icon';

export interface ErrorPageProps {
  title: string;
  text?: string;
  /** What to do next: a button or a link. */
  children?: ComponentChildren;
}

export function ErrorPage({ title, text, children }: ErrorPageProps) {
  return (
    <div class="page lost">
      <Mark />
      <h1>{title}</h1>
      {text && <p class="muted">{text}</p>}
      {children && <p>{children}</p>}
    </div>
  );
}
