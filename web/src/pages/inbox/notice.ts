// SPDX-License-Identifier: MIT
/* A notification: its icon, its words in the reader's language, and where it leads. */
import { hasText, t } from '../../i18n';
import { readParameters, refusalText } from '../../i18n/refusals';
import type { IconName } from '../../ui/Icon';

export interface Notice {
  id: number;
  type: string;
  /** The server's sentence, in English. */
  text: string;
  /** The code of the sentence, and what varies in it: an object of the HTTP API, a form of the WebSocket. */
  code?: string;
  parameters?: Record<string, string> | string;
  from?: string;
  game?: string;
  date: number;
  read: boolean;
}

const icons: Record<string, IconName> = {
  challenge: 'swords',
  'game-start': 'play',
  'game-end': 'flag',
  alarm: 'clock',
  message: 'chat',
  follow: 'star',
  report: 'shield',
  moderation: 'shield',
  refund: 'graph',
  announcement: 'mega',
  security: 'lock',
};

export const iconOf = ({ type }: Notice): IconName => icons[type] ?? 'bell';

/** Our own words where the sentence is always the same; otherwise those of the server. */
export function textOf({ type, text, from, code, parameters }: Notice): string {
  const key = `inbox.type.${type}`;
  if (from && hasText(key)) return t(key, { name: from });
  return refusalText({ text, code, parameters: typeof parameters === 'string' ? readParameters(parameters) : parameters });
}

/** Where it leads; null for what has no page. */
export function hrefOf({ type, from, game }: Notice): string | null {
  if (type === 'message' && from) return `/messages/${from}`;
  if (type === 'follow' && from) return `/@/${from}`;
  if (type === 'security') return '/account/security';
  if (type === 'challenge' && game) return `/i/${game}`;
  return game ? `/${game}` : null;
}

/** The list with a new one in front; one that replaces another is there once. */
export const addNotification = (list: readonly Notice[], next: Notice): Notice[] => [next, ...list.filter(one => one.id !== next.id)];
