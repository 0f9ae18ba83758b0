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

export function Confirm({ question, yes, no, danger, onYes, onNo }: ConfirmProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    row.current?.querySelector('button')?.focus();
    const timer = setTimeout(onNo, DURATION);
    return () => clearTimeout(timer);
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
