// SPDX-License-Identifier: MIT
/* The answers of the set-up, and what is wrong with them. */
import { t, type Key } from '../../i18n';
import { HttpError } from '../../wire/http';

export const ACCESSES = ['everyone', 'members', 'invitation'] as const;
export type Access = (typeof ACCESSES)[number];

export interface Answers {
  serverName: string;
  name: string;
  password: string;
  access: Access;
}

export type AnswerErrors = Partial<Record<keyof Answers, string>>;

export interface Limits {
  nameMin: number;
  nameMax: number;
  passwordMin: number;
}

/** What the server would refuse. */
export function checkAnswers(answers: Answers, limits: Limits): AnswerErrors {
  const errors: AnswerErrors = {};
  if (!answers.serverName.trim()) errors.serverName = t('setup.serverNameMissing');
  if (!answers.name) errors.name = t('setup.nameMissing');
  else if (!/^[A-Za-z0-9][A-Za-z0-9_-]*$/.test(answers.name)) errors.name = t('setup.nameWrong');
  else if (answers.name.length < limits.nameMin || answers.name.length > limits.nameMax)
    errors.name = t('setup.nameLength', { min: limits.nameMin, max: limits.nameMax });
  if (answers.password.length < limits.passwordMin) errors.password = t('setup.passwordShort', { n: limits.passwordMin });
  return errors;
}

/** The field that a refusal of the server is about; '' if it is not about a field. */
export function refusedField(error: unknown): keyof Answers | '' {
  if (!(error instanceof HttpError)) return '';
  if (typeof (error.body as { error?: unknown } | null)?.error === 'object') return 'serverName';
  if (error.code?.startsWith('password')) return 'password';
  return error.code?.startsWith('name') ? 'name' : '';
}

export const accessTitle = (access: Access): string => t(`setup.access.${access}` as Key);
export const accessText = (access: Access): string => t(`setup.access.${access}.text` as Key);

/** Whether only the machine itself can open an address; then a QR code is useless. */
export const isLocal = (host: string): boolean => /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host);
