// SPDX-License-Identifier: MIT
/* An entry of the audit log as a sentence. */
import type { ComponentChildren } from 'preact';
import { formatDate, formatTime, hasText, t, tryText } from '../../i18n';
import type { LogEntry } from './api';

const MARK = '\u0001';

/** '{by} muted {target}' with the names in bold. */
function withNames(text: string, names: Record<string, string>): ComponentChildren[] {
  return text.split(MARK).map((part, i) => (i % 2 ? <b key={i}>{names[part]}</b> : part));
}

const lasting = (until: string | number | undefined): string =>
  until ? t('admin.until', { date: `${formatDate(Number(until))} ${formatTime(Number(until))}` }) : '';

/** What was changed: a setting by its label, 'report 17' by its number, since the sentence says what it is, anything
 * else by its name. */
export function targetText(action: string, target: string, nameOf: (id: string) => string): string {
  if (action === 'set') return tryText(`admin.setting.${target}`, target);
  return /^(?:report|note|announcement) (\d+)$/.exec(target)?.[1] ?? nameOf(target);
}

/** The value of a setting. The setting names what is forbidden (no-guests), its label what is allowed. */
function valueText(target: string, value: string): string {
  const on = { true: true, on: true, yes: true, false: false, off: false, no: false }[value];
  if (on === undefined) return value ? t('admin.log.value', { text: value }) : t('admin.log.nothing');
  return t(on === target.startsWith('no-') ? 'common.no' : 'common.yes');
}

/** The details as parameters of the sentence. */
function parametersOf({ action, target, details }: LogEntry): Record<string, string> {
  const parameters = Object.fromEntries(Object.entries(details).map(([name, value]) => [name, String(value ?? '–')]));
  if (parameters['role']) parameters['role'] = tryText(`admin.role.${parameters['role']}`, parameters['role']);
  if (action === 'set') for (const name of ['from', 'to']) parameters[name] = valueText(target, parameters[name] ?? '');
  return parameters;
}

export function entrySentence(entry: LogEntry, nameOf: (id: string) => string): ComponentChildren {
  const { by, action, target, details } = entry;
  const key = `admin.log.${action}`;
  const names = { by: by === 'server' ? t('admin.log.server') : nameOf(by), target: targetText(action, target, nameOf) };
  const parameters = parametersOf(entry);
  const marked = { ...parameters, by: `${MARK}by${MARK}`, target: `${MARK}target${MARK}`, action };
  const text = t(hasText(key) ? key : 'admin.log.other', marked);
  const why = !text.includes(parameters['reason'] ?? MARK) && parameters['reason'] ? `: ${parameters['reason']}` : '';
  const until = lasting(details['until']);
  return [...withNames(text, names), until && ` ${until}`, why];
}
