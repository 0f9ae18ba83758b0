// SPDX-License-Identifier: MIT
/* Errors in the words of the page. */
import { sentence } from '../base/sentence';
import { t } from '../i18n';
import { HttpError } from '../wire/http';
import { Refusal } from './client';

export function errorText(error: unknown): string {
  if (error instanceof HttpError && error.status === 0) return t('common.errorOffline');
  if (error instanceof HttpError && error.status === 429) return t('common.errorRate', { n: error.wait ?? 60 });
  if (error instanceof HttpError || error instanceof Refusal) return sentence(error.message);
  return t('common.error', { text: error instanceof Error ? error.message : String(error) });
}
