// SPDX-License-Identifier: MIT
import { t } from '../i18n';
import { copyText } from '../ui/copyText';
import { toast } from './toast';

/** Copies a text, and says `done` or that it could not be copied. */
export async function copyWithToast(text: string, done: string): Promise<void> {
  if (await copyText(text)) toast(done, 'good');
  else toast(t('common.notCopied'), 'bad');
}
