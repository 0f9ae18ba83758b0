// SPDX-License-Identifier: MIT
/* The chat of a game, with one room for the players and one for the spectators. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t, tryText } from '../i18n';
import { playerName } from '../i18n/names';
import { isOver, isPlayer, type ChatLine, type Round } from '../state/round';
import { useStore } from '../state/store';
import { act } from './client';
import { errorText } from './errors';

const MAX = 140;
const COUNT_FROM = 120;
/** The phrases that guests can send in games from the lobby; some have buttons for all users. */
const phrases = ['Hello!', 'Good luck!', 'Have fun!', 'You too!', 'Good game', 'Well played', 'Thank you', 'I have to go', 'Goodbye!'] as const;
const presets: readonly string[] = ['Good luck!', 'Well played', 'Thank you', 'Goodbye!'];

/** A line as the reader sees it: phrases are sent in English and read in any language. */
export const lineText = (text: string): string => tryText(`chat.phrase.${text}`, text);

export const roomOf = (round: Round): string => (round.you === 'spectator' ? 'spectators' : 'players');

/** Whether there is a chat: not in kid mode, and not against the computer. */
export const useChatAllowed = (round: Round): boolean => useStore(state => !state.session.kid) && (round.computer === null || !isPlayer(round));

/** The lines of others, in our room, after an entry of the game's log. */
export function chatSince(round: Round, version: number): ChatLine[] {
  const own = round.you === 'spectator' ? null : round[round.you].name;
  return round.chat.filter(line => line.version > version && line.room === roomOf(round) && line.name !== own);
}

function Lines({ round, end }: { round: Round; end: string }) {
  const box = useRef<HTMLDivElement>(null);
  const lines = round.chat.filter(line => line.room === roomOf(round) || isOver(round));
  const unanswered = useStore(state => state.unanswered);
  const unsent = unanswered.filter(({ message }) => message.game === round.id && message.verb === 'chat' && message.room === roomOf(round));
  useLayoutEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [lines.length, unsent.length]);
  return (
    <div class="lines" ref={box} tabIndex={0} role="log" aria-label={t('chat.title')}>
      <p class="sys">{t(round.you === 'spectator' ? (lines.length ? 'chat.title' : 'chat.quiet') : 'chat.empty')}</p>
      {lines.map(line => (
        <p key={line.version}>
          <b>{playerName(line.name)}</b> {lineText(line.text)}
        </p>
      ))}
      {unsent.map(({ message }) => (
        <p key={message.id} class="muted">
          {lineText(message.text ?? '')} ({t('chat.sending')})
        </p>
      ))}
      {isOver(round) && <p class="sys">{end}</p>}
    </div>
  );
}

/** Sends lines to our room, and knows why the last one was refused. */
function useSending(round: Round) {
  const [error, setError] = useState<string | null>(null);
  const send = (line: string, onRefused?: () => void): void =>
    void act(round.id, 'chat', { room: roomOf(round), text: line }).then(
      () => setError(null),
      (refusal: unknown) => {
        setError(errorText(refusal));
        onRefused?.();
      },
    );
  const failure = error && (
    <p class="failed" role="alert">
      {t('chat.refused', { text: error })}
    </p>
  );
  return { send, failure };
}

function Phrases({ list, send }: { list: readonly string[]; send(phrase: string): void }) {
  return (
    <div class="presets">
      {list.map(phrase => (
        <button key={phrase} type="button" class="chip" onClick={() => send(phrase)}>
          {lineText(phrase)}
        </button>
      ))}
    </div>
  );
}

/** The phrases for a guest in a game from the lobby. */
function PhrasesOnly({ round }: { round: Round }) {
  const { send, failure } = useSending(round);
  return (
    <div>
      {failure}
      <Phrases list={phrases} send={send} />
      <p class="only">{t('chat.phrasesOnly')}</p>
    </div>
  );
}

function Writing({ round }: { round: Round }) {
  const [text, setText] = useState('');
  const { send, failure } = useSending(round);
  const sendText = () => {
    if (!text.trim()) return;
    setText('');
    send(text.trim(), () => setText(next => next || text)); // unless the user has typed something else in the meantime
  };
  const label = t(round.you === 'spectator' ? 'chat.toSpectators' : 'chat.toOpponent');
  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        sendText();
      }}
    >
      {failure}
      {isPlayer(round) && <Phrases list={presets} send={send} />}
      <label class="sr" for="chat-say">
        {label}
      </label>
      <input
        id="chat-say"
        class="say"
        autocomplete="off"
        maxLength={MAX}
        placeholder={label}
        value={text}
        onInput={event => setText(event.currentTarget.value)}
        onKeyDown={event => event.key === 'Escape' && event.currentTarget.blur()}
      />
      {text.length >= COUNT_FROM && <span class="left">{t('chat.left', { n: MAX - text.length })}</span>}
    </form>
  );
}

export interface ChatProps {
  round: Round;
  /** How the game ended, as a sentence. */
  end: string;
  /** Whether the reader can write here, if they may; default: yes. */
  canWrite?: boolean;
  /** The id of the tab panel, where the chat is one. */
  id?: string;
  /** Only its head is shown. */
  hidden?: boolean;
  /** Hides it, or shows it again; without this it cannot be hidden. */
  onHide?: (hidden: boolean) => void;
}

export function Chat({ round, end, canWrite = true, id, hidden = false, onHide }: ChatProps) {
  const role = useStore(state => state.session.role);
  const mustLogIn = role === 'anonymous' || (role === 'guest' && !isPlayer(round)); // the spectators' room is for accounts
  const Field = role === 'guest' && round.phrases ? PhrasesOnly : Writing;
  return (
    <section class={hidden ? 'card chat folded' : 'card chat'} id={id} aria-label={t('chat.title')}>
      <div class="card-head">
        <h2 class="grow">{t('chat.title')}</h2>
        {onHide && (
          <button type="button" class="btn quiet small" aria-expanded={!hidden} onClick={() => onHide(!hidden)}>
            {t(hidden ? 'chat.show' : 'chat.hide')}
          </button>
        )}
      </div>
      {!hidden && <Lines round={round} end={end} />}
      {!hidden &&
        canWrite &&
        (mustLogIn ? (
          <p class="log-in">
            <a href="?login">{t('chat.logIn')}</a>
          </p>
        ) : (
          <Field round={round} />
        ))}
    </section>
  );
}
