// SPDX-License-Identifier: MIT
/* Asks how much is unread, after this page has read something. */
import { setUnread } from '../state/local';
import { update } from '../state/store';
import { getJson } from '../wire/http';

export async function loadUnread(): Promise<void> {
  const unread = await getJson<{ notifications: number; messages: number }>('/api/account/notifications/unread', { notifications: 'number', messages: 'number' }).catch(() => null);
  if (unread) update(setUnread(unread));
}
