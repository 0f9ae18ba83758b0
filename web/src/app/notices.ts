// SPDX-License-Identifier: MIT
/* Browser notifications, shown while the page is hidden. The browser asks for permission only after a click, and
 * only once: after a denial, only its own settings can allow them. */
import { useState } from 'preact/hooks';
import { getPreference } from '../state/preferences';

export const canNotify = (): boolean => 'Notification' in window;

/** Shows a notice if the page is hidden and the user wants notices. A later one with the same tag replaces it. */
export function notify(title: string, tag: string, body?: string): void {
  if (!document.hidden || !canNotify() || Notification.permission !== 'granted' || !getPreference('systemNotices')) return;
  const notice = new Notification(title, { body, tag, icon: '/favicon.svg' });
  notice.onclick = () => {
    focus();
    notice.close();
  };
}

/** The browser's permission, and how to request it. */
export function usePermission(): [permission: NotificationPermission, ask: () => void] {
  const [permission, setPermission] = useState(canNotify() ? Notification.permission : 'denied');
  return [permission, () => void Notification.requestPermission().then(setPermission)];
}
