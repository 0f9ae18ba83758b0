// SPDX-License-Identifier: MIT
/* One conversation: its messages, the newest at the bottom, and a field to write. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { listen } from '../../app/client';
import { errorText } from '../../app/errors';
import { toast } from '../../app/toast';
import { loadUnread } from '../../app/unread';
import { formatDay, formatTime, t } from '../../i18n';
import { useStore } from '../../state/store';
import { Button } from '../../ui/Button';
import { Confirm } from '../../ui/Confirm';
import { Icon } from '../../ui/Icon';
import { Menu } from '../../ui/Menu';
import { deletePath, getJson, HttpError, postForm } from '../../wire/http';
import { userShape, userPath } from '../../wire/users';
import { Compose } from './Compose';
import { groupByDay, mergeMessages, partnerOf, splitLinks, type Message } from './conversation';

interface Page {
  messages: Message[];
  more: boolean;
}

function MessageText({ text }: { text: string }) {
  return (
    <>
      {splitLinks(text).map((part, i) =>
        part.href ? (
          <a key={i} href={part.href} target="_blank" rel="nofollow noopener noreferrer ugc">
            {part.text}
          </a>
        ) : (
          part.text
        ),
      )}
    </>
  );
}

function Line({ message, own, name }: { message: Message; own: boolean; name: string }) {
  return (
    <li class={own ? 'msg own' : 'msg'}>
      <span class="sr">{own ? t('inbox.you') : name}: </span>
      <p>
        <MessageText text={message.text} />
      </p>
      <time class="small faint" dateTime={new Date(message.date).toISOString()}>
        {formatTime(message.date)}
      </time>
    </li>
  );
}

/** The messages of a conversation; new ones arrive by themselves and count as read. */
function useMessages(name: string, you: string) {
  const [page, setPage] = useState<Page | null>(null);
  const [error, setError] = useState<unknown>(null);
  const path = `/api/inbox/${encodeURIComponent(name.toLowerCase())}`;
  const add = (messages: Message[], more?: boolean) =>
    setPage(before => ({ messages: mergeMessages(before?.messages ?? [], messages), more: more ?? before?.more ?? false }));
  const markRead = () => void postForm(`${path}/read`).then(loadUnread, () => undefined);
  const load = (before?: number) => {
    setError(null);
    getJson<Page>(before ? `${path}?before=${before}` : path, { messages: [{ text: 'string', date: 'number' }], more: 'boolean' })
      .then(async answer => {
        if (!answer.messages.length) await getJson(userPath(name), userShape); // there may be no such user
        add(answer.messages, answer.more);
        if (!before && answer.messages.length) markRead(); // without messages there is no conversation to mark
      })
      .catch(setError);
  };
  useEffect(() => {
    load();
    return listen(message => {
      if (message.t !== 'private-message' || partnerOf(message, you).toLowerCase() !== name.toLowerCase()) return;
      // A long message arrives truncated, so it is fetched.
      if (message.cut) load();
      else add([{ id: message.id, from: message.from.toLowerCase(), text: message.text, date: message.date }]);
      markRead();
    });
  }, []);
  return { page, error, load, add };
}

function HeadActions({ name, onDelete }: { name: string; onDelete(): void }) {
  return (
    <>
      <a class="icon-btn" href={`?challenge=${name}`} aria-label={t('inbox.challenge', { name })} title={t('inbox.challenge', { name })}>
        <Icon name="swords" />
      </a>
      <Menu
        label={t('common.more')}
        button={<Icon name="more" />}
        buttonClass="icon-btn"
        items={[
          { label: t('inbox.profile'), icon: 'user', href: `/@/${name}` },
          { label: t('inbox.delete'), icon: 'trash', danger: true, onSelect: onDelete },
        ]}
      />
    </>
  );
}

function Head({ name, missing, onDelete }: { name: string; missing: boolean; onDelete(): void }) {
  const here = useStore(state => Object.keys(state.people).some(other => other.toLowerCase() === name.toLowerCase()));
  const [asking, setAsking] = useState(false);
  const remove = () =>
    deletePath(`/api/inbox/${encodeURIComponent(name.toLowerCase())}`).then(onDelete, (error: unknown) => toast(errorText(error), 'bad'));
  return (
    <header>
      <a class="icon-btn only-phone" href="/messages" aria-label={t('common.back')}>
        <Icon name="back" />
      </a>
      {asking ? (
        <Confirm question={t('inbox.deleteQuestion')} yes={t('common.delete')} no={t('common.cancel')} danger onYes={() => void remove()} onNo={() => setAsking(false)} />
      ) : (
        <>
          <h2 class="clip">
            {missing ? name : <a href={`/@/${name}`}>{name}</a>}
            {here && (
              <>
                {' '}
                <span class="dot" title={t('inbox.here')} />
              </>
            )}
          </h2>
          {!missing && <HeadActions name={name} onDelete={() => setAsking(true)} />}
        </>
      )}
    </header>
  );
}

interface LinesProps {
  page: Page;
  name: string;
  onMore(): void;
}

function Lines({ page, name, onMore }: LinesProps) {
  const box = useRef<HTMLDivElement>(null);
  const last = page.messages.at(-1)?.id;
  // The newest message is in view when it arrives.
  useLayoutEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [last]);
  return (
    <div class="lines" ref={box} tabIndex={0} role="log" aria-label={t('inbox.with', { name })}>
      {page.more && (
        <Button kind="line" size="small" onClick={onMore}>
          {t('inbox.earlier')}
        </Button>
      )}
      {!page.messages.length && <p class="muted">{t('inbox.empty', { name })}</p>}
      {groupByDay(page.messages).map(group => (
        <section key={group.day}>
          <h3 class="day">{formatDay(group.day, Date.now())}</h3>
          <ul>
            {group.messages.map(message => (
              <Line key={message.id} message={message} own={message.from !== name.toLowerCase()} name={name} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

export function Thread({ name, you, onDelete }: { name: string; you: string; onDelete(): void }) {
  const { page, error, load } = useMessages(name, you);
  const missing = error instanceof HttpError && error.status === 404;
  return (
    <section class="card thread" aria-label={t('inbox.with', { name })}>
      <Head name={name} missing={missing} onDelete={onDelete} />
      {missing ? (
        <div class="lines">
          <p class="muted" role="status">
            {t('inbox.nobody', { name })}
          </p>
        </div>
      ) : page ? (
        <Lines page={page} name={name} onMore={() => load(page.messages[0]?.id)} />
      ) : (
        <div class="lines rows-loading" />
      )}
      {error !== null && !missing && (
        <div class="failed" role="alert">
          <p>{errorText(error)}</p>
          <Button kind="line" size="small" onClick={() => load()}>
            {t('common.tryAgain')}
          </Button>
        </div>
      )}
      {!missing && <Compose name={name} onSent={() => load()} />}
    </section>
  );
}
