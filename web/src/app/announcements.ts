// SPDX-License-Identifier: MIT
/* Which announcements were read in this browser: the home page shows all of them, every other page those that were not. */
import { keep, recall } from '../base/storage';
import type { Announcement } from '../state/state';

const STORED = 'announcements';

/** For browsers that forbid storage. */
let read: readonly number[] = [];

const readIds = (): readonly number[] => {
  const stored = recall<unknown>(STORED);
  return Array.isArray(stored) ? [...read, ...(stored as number[])] : read;
};

/** The newest one that was not read; null if all were. */
export const unreadOf = (list: readonly Announcement[], ids: readonly number[]): Announcement | null =>
  [...list].reverse().find(({ id }) => !ids.includes(id)) ?? null;

export const unreadAnnouncement = (list: readonly Announcement[]): Announcement | null => unreadOf(list, readIds());

/** Drops the ids of announcements that have ended. */
export function markRead(ids: readonly number[], list: readonly Announcement[]): void {
  if (!ids.length) return;
  read = [...new Set([...readIds(), ...ids])].filter(id => list.some(announcement => announcement.id === id));
  keep(STORED, read);
}
