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

export function entrySentence({ by, action, target, details }: LogEntry): ComponentChildren {
  const key = `admin.log.${action}`;
  const names = { by: by === 'server' ? t('admin.log.server') : by, target };
  const parameters = Object.fromEntries(Object.entries(details).map(([name, value]) => [name, String(value ?? '–')]));
  if (parameters['role']) parameters['role'] = tryText(`admin.role.${parameters['role']}`, parameters['role']);
  const marked = { ...parameters, by: `${MARK}by${MARK}`, target: `${MARK}target${MARK}`, action };
  const text = t(hasText(key) ? key : 'admin.log.other', marked);
  const why = !text.includes(parameters['reason'] ?? MARK) && parameters['reason'] ? `: ${parameters['reason']}` : '';
  const until = lasting(details['until']);
  return [...withNames(text, names), until && ` ${until}`, why];
}
