// SPDX-License-Identifier: MIT
/* The conversations, and the one that is open beside them; on a phone one or the other. */
import { useEffect, useState } from 'preact/hooks';
import { listen, subscribeTo } from '../../app/client';
import { errorText } from '../../app/errors';
import { navigate } from '../../app/router';
import { formatWhen, t } from '../../i18n';
import { useStore } from '../../state/store';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Card';
import { Loading, useLoad } from '../../ui/Load';
import { getJson } from '../../wire/http';
import { addToConversations, type Conversation } from './conversation';
import { Thread } from './Thread';

function ConversationRow({ conversation, current }: { conversation: Conversation; current: boolean }) {
  const here = useStore(state => conversation.name in state.people);
  const { name, unread, last } = conversation;
  return (
    <li>
      <a class={unread ? 'talk unread' : 'talk'} href={`/messages/${name}`} aria-current={current ? 'page' : undefined}>
        <span class="avatar sm" aria-hidden="true">
          {name.charAt(0)}
        </span>
        <span class="who clip">
          <b>{name}</b> {here && <span class="dot" title={t('inbox.here')} />}
        </span>
        <time class="small muted" dateTime={new Date(last.date).toISOString()}>
          {formatWhen(last.date, Date.now())}
        </time>
        <span class="last clip small muted">
          {last.from !== conversation.id && `${t('inbox.you')}: `}
          {last.text}
        </span>
        {unread > 0 && (
          <span class="badge new">
            {unread}
            <span class="sr"> {t('inbox.unread')}</span>
          </span>
        )}
      </a>
    </li>
  );
}

/** Begins a conversation with somebody who is not in the list. */
function WriteTo() {
  const [name, setName] = useState('');
  return (
    <form
      class="write-to"
      onSubmit={event => {
        event.preventDefault();
        if (name.trim()) navigate(`/messages/${encodeURIComponent(name.trim())}`);
        setName('');
      }}
    >
      <input
        class="input"
        aria-label={t('inbox.writeTo')}
        placeholder={t('inbox.writeTo')}
        value={name}
        maxLength={20}
        spellcheck={false}
        autocomplete="off"
        onInput={event => setName(event.currentTarget.value)}
      />
      <Button type="submit" disabled={!name.trim()}>
        {t('inbox.write')}
      </Button>
    </form>
  );
}

function useConversations(you: string, open: string) {
  const loaded = useLoad<{ conversations: Conversation[] }>(you, () => getJson('/api/inbox', { conversations: [{ name: 'string', last: 'map' }] }));
  useEffect(
    () =>
      listen(message => {
        if (message.t !== 'private-message' || !loaded.data) return;
        loaded.setData({ conversations: addToConversations(loaded.data.conversations, message, you, open) });
      }),
    [loaded.data, open],
  );
  // What is open is read: its mark goes at once.
  useEffect(() => {
    const seen = loaded.data?.conversations.some(one => one.unread && one.name.toLowerCase() === open.toLowerCase());
    if (seen) loaded.setData({ conversations: loaded.data!.conversations.map(one => (one.name.toLowerCase() === open.toLowerCase() ? { ...one, unread: 0 } : one)) });
  }, [loaded.data, open]);
  return loaded;
}

export function Messages({ name, you }: { name: string; you: string }) {
  const loaded = useConversations(you, name);
  useEffect(() => subscribeTo({ t: 'people', on: true }), []);
  const remove = (gone: string) => {
    const conversations = (loaded.data?.conversations ?? []).filter(one => one.name.toLowerCase() !== gone.toLowerCase());
    loaded.setData({ conversations });
    navigate('/messages', { replace: true });
  };
  return (
    <div class="talks">
      <Card class="talk-list" title={t('common.messages')}>
        <WriteTo />
        <Loading loaded={loaded} describe={errorText}>
          {({ conversations }) =>
            conversations.length ? (
              <ul class="ruled">
                {conversations.map(conversation => (
                  <ConversationRow key={conversation.id} conversation={conversation} current={conversation.name.toLowerCase() === name.toLowerCase()} />
                ))}
              </ul>
            ) : (
              <p class="empty muted">{t('inbox.none')}</p>
            )
          }
        </Loading>
      </Card>
      {name ? (
        <Thread key={name.toLowerCase()} name={name} you={you} onDelete={() => remove(name)} />
      ) : (
        <div class="card no-thread muted">
          <p>{t('inbox.choose')}</p>
        </div>
      )}
    </div>
  );
}
