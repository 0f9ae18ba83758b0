// SPDX-License-Identifier: MIT
/* Announcements of the staff, shown on every page until dismissed. The home page lists them itself. */
import { useState } from 'preact/hooks';
import { t } from '../i18n';
import { useStore } from '../state/store';
import { IconButton } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { markRead, unreadAnnouncement } from './announcements';
import { useLocation } from './router';

export function AnnouncementToast() {
  const list = useStore(state => state.announcements);
  const { pathname } = useLocation();
  const [, render] = useState(0);
  const unread = pathname === '/' ? null : unreadAnnouncement(list);
  if (!unread) return null;
  const close = () => {
    markRead([unread.id], list);
    render(count => count + 1);
  };
  return (
    <div class="toast" key={unread.id} role="status">
      <Icon name="mega" />
      <p>{unread.text}</p>
      <IconButton icon="close" label={t('common.close')} onClick={close} />
    </div>
  );
}
