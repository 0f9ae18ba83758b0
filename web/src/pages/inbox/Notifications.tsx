// SPDX-License-Identifier: MIT
/* What happened while you were away. Everything that is shown counts as read; the marks stay until the
 * page is left. */
import { useEffect } from 'preact/hooks';
import { listen } from '../../app/client';
import { errorText } from '../../app/errors';
import { loadUnread } from '../../app/unread';
import { formatAgo, t } from '../../i18n';
import { Card } from '../../ui/Card';
import { Icon } from '../../ui/Icon';
import { Loading, useLoad } from '../../ui/Load';
import { getJson, postForm } from '../../wire/http';
import { addNotification, hrefOf, iconOf, textOf, type Notice } from './notice';

interface Answer {
  notifications: Notice[];
  unread: number;
}

const markRead = () => void postForm('/api/account/notifications/read').then(loadUnread, () => undefined);

function useNotifications() {
  const loaded = useLoad<Answer>('notifications', () => getJson('/api/account/notifications', { notifications: ['map'], unread: 'number' }));
  const unread = loaded.data?.unread ?? 0;
  useEffect(() => {
    if (unread) markRead();
  }, [unread]);
  useEffect(
    () =>
      listen(message => {
        if (message.t !== 'notification' || !loaded.data) return;
        const { id, type, text, from, game, date } = message;
        loaded.setData({ ...loaded.data, notifications: addNotification(loaded.data.notifications, { id, type, text, from, game, date, read: false }) });
        markRead();
      }),
    [loaded.data],
  );
  return loaded;
}

function Row({ notice }: { notice: Notice }) {
  const href = hrefOf(notice);
  const content = (
    <>
      <span class="mark-icon">
        <Icon name={iconOf(notice)} />
      </span>
      <span class="grow">{textOf(notice)}</span>
      {!notice.read && <span class="badge warn">{t('inbox.new')}</span>}
      <time class="small muted nowrap" dateTime={new Date(notice.date).toISOString()}>
        {formatAgo(notice.date, Date.now())}
      </time>
    </>
  );
  return (
    <li class={notice.read ? 'note' : 'note unread'}>
      {href ? <a href={href}>{content}</a> : <div>{content}</div>}
    </li>
  );
}

export function Notifications() {
  const loaded = useNotifications();
  return (
    <Card class="notes" title={t('common.notifications')}>
      <Loading loaded={loaded} describe={errorText}>
        {({ notifications }) =>
          notifications.length ? (
            <ul class="ruled">
              {notifications.map(notice => (
                <Row key={notice.id} notice={notice} />
              ))}
            </ul>
          ) : (
            <p class="empty muted">{t('inbox.noNotifications')}</p>
          )
        }
      </Loading>
    </Card>
  );
}
