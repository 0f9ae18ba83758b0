// SPDX-License-Identifier: MIT
/* A question in the place of a row of buttons, for five seconds: no dialog, nothing moves. */
import { useEffect, useRef } from 'preact/hooks';
import { Button } from './Button';

export interface ConfirmProps {
  question: string;
  yes: string;
  no: string;
  danger?: boolean;
  onYes(): void;
  onNo(): void;
}

const DURATION = 5_000;

/** The buttons are back: they get the focus, unless it has moved elsewhere. */
function returnFocus(place: HTMLElement | null | undefined): void {
  if (document.activeElement === document.body) place?.querySelector('button')?.focus({ preventScroll: true });
}

export function Confirm({ question, yes, no, danger, onYes, onNo }: ConfirmProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const place = row.current?.parentElement;
    row.current?.querySelector('button')?.focus();
    const timer = setTimeout(onNo, DURATION);
    return () => {
      clearTimeout(timer);
      requestAnimationFrame(() => returnFocus(place));
    };
  }, []);
  return (
    <div class="confirm" ref={row} role="group" aria-label={question} onKeyDown={event => event.key === 'Escape' && onNo()}>
      <span>{question}</span>
      <Button kind={danger ? 'danger' : 'primary'} size="small" onClick={onYes}>
        {yes}
      </Button>
      <Button kind="line" size="small" onClick={onNo}>
        {no}
      </Button>
    </div>
  );
}
