// SPDX-License-Identifier: MIT
/* What the server refused, in the words of the page and at the field that it is about. */
import { errorText, fieldTexts } from '../../app/errors';
import { t } from '../../i18n';
import { HttpError } from '../../wire/http';

export interface Faults {
  name?: string;
  password?: string;
  email?: string;
  code?: string;
  /** What belongs to no field. */
  form?: string;
  /** The account has a second factor: ask for its code. */
  needsCode?: boolean;
}

interface ErrorBody {
  error?: string | Record<string, string[]>;
  reason?: string;
}

const bodyOf = (error: unknown): ErrorBody => (error instanceof HttpError ? ((error.body ?? {}) as ErrorBody) : {});

export function loginFaults(error: unknown): Faults {
  switch (bodyOf(error).reason) {
    case 'unknown-caller':
      return { password: t('login.wrong') };
    case 'code-missing':
      return { needsCode: true };
    case 'code-wrong':
      return { needsCode: true, code: t('login.codeWrong') };
    case 'forbidden':
      return { form: errorText(error) };
    default:
      return { form: errorText(error) };
  }
}

export function registerFaults(error: unknown, name: string): Faults {
  const { error: fields, reason } = bodyOf(error);
  if (reason === 'taken') return { name: t('login.taken', { name }) };
  if (!fields || typeof fields === 'string') return { form: errorText(error) };
  return fieldTexts(error);
}
