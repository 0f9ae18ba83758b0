// SPDX-License-Identifier: MIT
/* A game, playing or watching: /<id>, and /<id>/black from Black's side. */
import './page.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import { NotFound } from '../../app/App';
import { Chat, chatSince, useChatAllowed } from '../../app/Chat';
import { useKeys } from '../../app/keys';
import { useTyping } from '../../app/typing';
import type { PageProps } from '../../app/page';
import { navigate } from '../../app/router';
import { useWheel } from '../../app/wheel';
import { opposite, type Side } from '../../base/side';
import { keep, recall } from '../../base/storage';
import { t } from '../../i18n';
import { isOver, type Round } from '../../state/round';
import { getJson } from '../../wire/http';
import { Dialog } from '../../ui/Dialog';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/Button';
import { GameBar } from './Bars';
import { Details } from './Details';
import { GameBoard } from './GameBoard';
import { Panel } from './Panel';
import { useGameEffects } from './useEffects';
import { isGameId, useGame, useRound } from './useGame';
import { controlText, endSentence, kindText, nameOf } from './texts';

/** The side below: the player's, or the one of the address. */
function firstOrientation(round: Round, side: string | undefined): Side {
  if (side === 'black' || side === 'white') return side;
  return round.you === 'spectator' ? 'white' : round.you;
}

/** How many lines have come since the chat was last seen. What was there when the page opened is old: the
 * server sends it again after the snapshot, which names the last entry of the log. */
function useUnreadChat(round: Round, visible: boolean): number {
  const [seen, setSeen] = useState(round.version);
  useEffect(() => {
    if (visible) setSeen(round.version);
  }, [visible, round.version]);
  return visible ? 0 : chatSince(round, seen).length;
}

/** Whether the chat beside the board is hidden, which the browser remembers; and how to change that. */
function useChatHidden(): [boolean, (hidden: boolean) => void] {
  const [hidden, setHidden] = useState(() => recall<unknown>('chat-hidden') === true);
  const change = (next: boolean) => {
    keep('chat-hidden', next);
    setHidden(next);
  };
  return [hidden, change];
}

const focusChatField = () => document.querySelector<HTMLElement>('#chat-say, .presets .chip')?.focus();

const isWide = () => matchMedia('(min-width: 80rem)').matches;

function GameView({ round, side }: { round: Round; side: string | undefined }) {
  const game = useGame(round);
  const [flipped, setFlipped] = useState(false);
  const [chatOpen, setChatOpen] = useState(false);
  const first = firstOrientation(round, side);
  const below = flipped ? opposite(first) : first;
  const chatAllowed = useChatAllowed(round);
  const [chatHidden, hideChat] = useChatHidden();
  const focusWanted = useRef(false);
  const unread = useUnreadChat(round, chatOpen || (isWide() && !chatHidden));
  useGameEffects(game);

  const flip = () => setFlipped(!flipped);
  const focusChat = () => {
    if (!chatAllowed) return;
    if (!isWide()) return setChatOpen(true);
    focusWanted.current = chatHidden;
    if (chatHidden) hideChat(false);
    else focusChatField();
  };
  useEffect(() => {
    if (focusWanted.current) focusChatField();
    focusWanted.current = false;
  }, [chatHidden]);
  useKeys({
    ...useTyping({ f: flip, c: focusChat }),
    ArrowLeft: () => game.select(game.ply - 1),
    ArrowRight: () => game.select(game.ply + 1),
    ArrowUp: () => game.select(0),
    ArrowDown: () => game.select(game.line.moves.length),
    Home: () => game.select(0),
    End: () => game.select(game.line.moves.length),
    z: () => document.body.classList.toggle('zen'),
    '/': focusChat,
  });
  useWheel(by => game.select(game.ply + by));
  useEffect(() => () => document.body.classList.remove('zen'), []);

  const classes = ['game', isOver(round) ? 'over' : '', round.variant === 'crazyhouse' ? 'zh' : ''].filter(Boolean).join(' ');
  return (
    <div class={classes}>
      <h1 class="sr">{t('game.against', { white: nameOf(round, 'white'), black: nameOf(round, 'black') })}</h1>
      <div class="g-bar">
        <a class="icon-btn" href="/" aria-label={t('game.lobby')}>
          <Icon name="back" />
        </a>
        <p class="t clip">
          <b>{controlText(round.control)}</b> {kindText(round)}
        </p>
        {chatAllowed ? <IconButton icon="chat" label={t('game.chatNew', { n: unread })} count={unread} onClick={() => setChatOpen(true)} /> : <span class="icon-btn" />}
      </div>
      <div class="g-side">
        <Details round={round} />
        {chatAllowed && <Chat round={round} end={endSentence(round)} hidden={chatHidden} onHide={hideChat} />}
      </div>
      <GameBar game={game} side={opposite(below)} place="top" />
      <GameBoard game={game} orientation={below} />
      <GameBar game={game} side={below} place="bottom" />
      <Panel game={game} unread={unread} onChat={chatAllowed ? focusChat : null} onFlip={flip} />
      {chatOpen && (
        <Dialog title={t('chat.title')} class="sheet-chat" onClose={() => setChatOpen(false)}>
          <Chat round={round} end={endSentence(round)} />
        </Dialog>
      )}
    </div>
  );
}

/** The address may be a mistyped page name: few game ids look like a word. */
const isWord = (id: string): boolean => /^[a-z]+$/.test(id);

/** No such game. A challenge that has not been accepted has the same address in the API. */
function Missing({ id }: { id: string }) {
  useEffect(() => {
    getJson(`/api/challenge/${encodeURIComponent(id)}/show`, { id: 'string' }).then(
      () => navigate(`/i/${id}`, { replace: true }),
      () => undefined,
    );
  }, [id]);
  return (
    <div class="page lost">
      <h1>{t(isWord(id) ? 'common.notFound' : 'common.notFoundGame')}</h1>
      <p>
        <a href="/">{t('common.home')}</a>
      </p>
    </div>
  );
}

export default function GamePage({ params }: PageProps) {
  const id = params['id']!;
  const { round, status } = useRound(id);
  if (!isGameId(id)) return <NotFound />;
  if (status === 'missing') return <Missing id={id} />;
  if (!round) return <div class="game" aria-busy="true" />;
  return <GameView key={id} round={round} side={params['side']} />;
}
