// SPDX-License-Identifier: MIT
/* Dialogs that have an address: /?login, /@/anna?challenge=anna. They load when they are opened. */
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { loadTexts, t, type CatalogueName } from '../i18n';
import { closeDialog, isDialogName, type DialogName } from './router';
import { toast } from './toast';

export interface DialogPageProps {
  url: URL;
  /** The value of the parameter: 'anna' of ?challenge=anna. */
  value: string;
  onClose(): void;
}

export type DialogTable = Record<DialogName, { load(): Promise<{ default: ComponentType<DialogPageProps> }>; texts: CatalogueName[] }>;

export interface DialogsProps {
  url: URL;
  dialogs: DialogTable;
}

/** The code of the dialog could not be loaded. Removes it from the address, so that the same link can be tried
 * again. */
function giveUp(): void {
  closeDialog();
  toast(t('common.errorOffline'), 'bad');
}

export function Dialogs({ url, dialogs }: DialogsProps) {
  const name = [...url.searchParams.keys()].find(isDialogName) ?? null;
  const [loaded, setLoaded] = useState<{ name: string; Component: ComponentType<DialogPageProps> } | null>(null);
  useEffect(() => {
    if (!name || loaded?.name === name) return;
    const row = dialogs[name];
    Promise.all([row.load(), loadTexts(...row.texts)]).then(([module]) => setLoaded({ name, Component: module.default }), giveUp);
  }, [name]);
  if (!name || loaded?.name !== name) return null;
  return <loaded.Component url={url} value={url.searchParams.get(name) ?? ''} onClose={closeDialog} />;
}
