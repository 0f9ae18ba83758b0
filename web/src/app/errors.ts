// SPDX-License-Identifier: MIT
/* Errors in the words of the page. */
import { t } from '../i18n';
import { refusalText } from '../i18n/refusals';
import { fieldErrors, HttpError, UnexpectedAnswer } from '../wire/http';
import { Refusal } from './client';

export function errorText(error: unknown): string {
  if (error instanceof HttpError && error.status === 0) return t('common.errorOffline');
  if (error instanceof HttpError && error.status === 429) return t('common.errorRate', { n: error.wait ?? 60 });
  if (error instanceof HttpError) return refusalText({ text: error.message, code: error.code, parameters: error.parameters });
  if (error instanceof Refusal) return error.message;
  console.warn(error);
  return t(error instanceof UnexpectedAnswer ? 'common.errorAnswer' : 'common.error');
}

/** What is wrong with single fields of a form. */
export function fieldTexts(error: unknown): Record<string, string> {
  if (!(error instanceof HttpError)) return {};
  const { code, parameters } = error;
  const entries = Object.entries(fieldErrors(error)).map(([name, text]) => [name, refusalText({ text, code, parameters })]);
  return Object.fromEntries(entries) as Record<string, string>;
}
