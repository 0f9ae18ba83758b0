// SPDX-License-Identifier: MIT
/* A dialog over the page; on a phone a sheet from the bottom. Escape and a click outside close it. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../i18n';
import { IconButton } from './Button';

export interface DialogProps {
  title: string;
  onClose(): void;
  children: ComponentChildren;
  class?: string;
}

let lastId = 0;

export function Dialog({ title, onClose, children, class: extra }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useRef(`dialog-${++lastId}`).current;
  useEffect(() => {
    const opener = document.activeElement as HTMLElement | null;
    dialog.current?.showModal();
    // the browser would choose the button that closes it
    if (!dialog.current?.querySelector('[autofocus]')) dialog.current?.querySelector('h2')?.focus();
    return () => (opener?.isConnected ? opener : document.querySelector<HTMLElement>('main'))?.focus({ preventScroll: true });
  }, []);
  return (
    <dialog
      ref={dialog}
      class={`dialog ${extra ?? ''}`.trim()}
      aria-labelledby={id}
      onCancel={event => {
        event.preventDefault();
        onClose();
      }}
      onClick={event => event.target === dialog.current && onClose()}
    >
      <header>
        <h2 id={id} tabIndex={-1}>{title}</h2>
        <IconButton icon="close" label={t('common.close')} onClick={onClose} />
      </header>
      <div class="body">{children}</div>
    </dialog>
  );
}
