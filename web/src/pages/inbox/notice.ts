// SPDX-License-Identifier: MIT
/* A notification: its icon, its words in the reader's language, and where it leads. */
import { sentence } from '../../base/sentence';
import { hasText, t } from '../../i18n';
import type { IconName } from '../../ui/Icon';

export interface Notice {
  id: number;
  type: string;
  /** The server's sentence, in English. */
  text: string;
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
export function textOf({ type, text, from }: Notice): string {
  const key = `inbox.type.${type}`;
  if (from && hasText(key)) return t(key, { name: from });
  const address = /^a new device logged in to your account from (\S+)$/.exec(text)?.[1];
  return address ? t('inbox.newDevice', { address }) : sentence(text);
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
