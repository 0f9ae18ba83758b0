// SPDX-License-Identifier: MIT
/* The page's only connection: updates the state with the server's messages, and sends commands.
 *
 * A command to a game is repeated until it is answered, every few seconds, after a lost connection and after a
 * reload: the server executes each id only once. Other commands are valid for one connection and fail with it. */
import { lookUp } from '../base/lookup';
import { t, type Parameters } from '../i18n';
import { loadRefusals, readParameters, refusalText } from '../i18n/refusals';
import { addPendingMove, addRoundTrip, closeGap, forgetLobby, forgetRounds, setPhase, setRefusal, setUnanswered, setViewer } from '../state/local';
import { isAtBoard } from '../state/pairing';
import { receive } from '../state/receive';
import { hasAccount, type Session, type UnansweredCommand } from '../state/state';
import { getState, update } from '../state/store';
import { connect, type Connection, type ConnectionPhase } from '../wire/connection';
import { beforeErrors, HttpError, postForm } from '../wire/http';
import type { Verb } from '../wire/messages';
import type { Client, ClientMessage, Server, ServerMessage } from '../wire/types';
import { openDialog } from './router';
import { readMeta } from './title';
import { toast } from './toast';
import { keepUnanswered, recallUnanswered } from './unanswered';

export type { Verb };

/** A command that the server refused, or that was lost. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  constructor(
    /** The word of docs/protocol.md: 'stale', 'rate', ...; 'lost' if the connection ended. */
    readonly why: string,
    message: string,
    readonly waitMs: number | null = null,
    readonly parameters: Parameters = {},
  ) {
    super(message);
  }
}

interface Waiting {
  message: ClientMessage;
  /** By performance.now(). */
  sentAt: number;
  /** A command to a game, as it is saved for a reload of the page. */
  kept: UnansweredCommand | null;
  resolve(ack: Server<'ack'>): void;
  reject(refusal: Refusal): void;
}

type Command = Extract<ClientMessage, { id: string }>;
/** A command without its id, which request() adds. */
export type CommandBody = Command extends infer C ? (C extends Command ? Omit<C, 'id'> : never) : never;

type Listener = (message: ServerMessage) => void;

/** How long the server may take to answer a command before it is sent again. */
const REPEAT_AFTER = 4_000;

let connection: Connection;
const waiting = new Map<string, Waiting>();
const listeners = new Set<Listener>();
/** What the pages have subscribed to, to be sent again on each connection. */
const subscriptions = new Map<string, { message: ClientMessage; count: number }>();
/** The games that the page shows: in how many of its parts, and in how many of those as a small board. */
const watched = new Map<string, { count: number; previews: number }>();
/** Called when the connection with the requested session is open. */
let identified: (() => void)[] = [];

/** The HTML page names the viewer, so that the header is right from the start. */
function readViewer(): void {
  const name = readMeta('rookery-user');
  const role = readMeta('rookery-role') as Session['role'] | null;
  if (name && role) update(setViewer(name, role));
}

export function startClient(): void {
  readViewer();
  beforeErrors(loadRefusals);
  restoreUnanswered();
  setInterval(repeatUnanswered, 1_000);
  connection = connect({
    onMessage: receiveMessage,
    onPhase: changePhase,
    onRoundTrip: milliseconds => update(addRoundTrip(milliseconds)),
    isUrgent: () => isAtBoard(getState()),
  });
}

/** What the page before a reload has sent, or could not send. */
function restoreUnanswered(): void {
  const { commands, tooOld } = recallUnanswered(Date.now());
  const reject = ({ game, verb }: Client<'act'>) => (refusal: Refusal) => {
    if (verb !== 'chat') update(setRefusal(game, refusal.message));
    toast(t('common.notSent', { text: refusal.message }), 'bad');
  };
  for (const kept of commands) waiting.set(kept.message.id, { message: kept.message, kept, sentAt: 0, resolve: () => {}, reject: reject(kept.message) });
  if (tooOld) toast(t('common.tooOldToSend'), 'bad');
  update(setUnanswered(commands));
  keepUnanswered(commands);
}

/** Shows which commands to games have no answer, and saves them. Flag claims are not saved, because the clock
 * sends them again anyway. */
function noteUnanswered(): void {
  const commands = [...waiting.values()].flatMap(({ kept }) => (kept && kept.message.verb !== 'flag' ? [kept] : []));
  if (!commands.length && !getState().unanswered.length) return;
  update(setUnanswered(commands));
  keepUnanswered(commands);
}

/** The server or a proxy has lost a command or its answer: send it again. */
function repeatUnanswered(): void {
  const now = performance.now();
  for (const command of waiting.values())
    if (command.kept && now - command.sentAt > REPEAT_AFTER && connection.send(command.message)) command.sentAt = now;
}

function changePhase(phase: ConnectionPhase, reason: string): void {
  update(setPhase(phase, reason));
  if (phase === 'open') return;
  for (const [id, { message, reject }] of waiting)
    if (message.t !== 'act') {
      waiting.delete(id);
      reject(new Refusal('lost', t('common.connectionLost')));
    }
}

/** Changes the state; false if the message cannot be understood, which is the server's fault, not the user's. */
function applyMessage(message: ServerMessage): boolean {
  try {
    update(state => receive(state, message, { now: performance.now(), date: Date.now() }));
    return true;
  } catch (error) {
    console.warn('left out a message:', message, error);
    return false;
  }
}

function receiveMessage(message: ServerMessage): void {
  const had = hasAccount(getState().session);
  if (!applyMessage(message)) return;
  // the session was ended elsewhere: by another device or by the staff
  if (had && !hasAccount(getState().session) && !identified.length) toast(t('common.loggedOut'), 'bad');
  if (message.t === 'hello') resume();
  if (message.t === 'ack') waiting.get(message.id)?.resolve(message);
  if (message.t === 'refused' && message.id) void refuse(message, waiting.get(message.id));
  if ((message.t === 'ack' || message.t === 'refused') && message.id && waiting.delete(message.id)) noteUnanswered();
  if ('game' in message && message.game) fillGap(message.game);
  for (const listener of [...listeners]) listener(message);
}

/** Rejects a command with the reason in the language of the page. */
async function refuse({ why, text, code, parameters, wait_ms }: Server<'refused'>, command: Waiting | undefined): Promise<void> {
  await loadRefusals();
  const named = readParameters(parameters);
  const reason = why === 'rate' && wait_ms ? t('common.errorRate', { n: Math.ceil(wait_ms / 1000) }) : refusalText({ text, code, parameters: named });
  command?.reject(new Refusal(why, reason, wait_ms ?? null, named));
}

/** A new connection: subscribes to everything again and repeats the commands that have no answer. */
function resume(): void {
  for (const { message } of subscriptions.values()) connection.send(message);
  for (const game of watched.keys()) sendWatch(game);
  dropCommandsOfOthers();
  for (const command of waiting.values()) if (connection.send(command.message)) command.sentAt = performance.now();
  for (const done of identified) done();
  identified = [];
}

const isPreview = (game: string): boolean => {
  const entry = watched.get(game);
  return entry !== undefined && entry.count === entry.previews;
};

/** Another user has logged in: commands of the previous user are dropped. */
function dropCommandsOfOthers(): void {
  const { name } = getState().session;
  for (const [id, { kept }] of waiting) if (kept?.who && kept.who !== name) waiting.delete(id);
  noteUnanswered();
}

function sendWatch(game: string): void {
  const version = lookUp(getState().rounds, game)?.version;
  const preview = isPreview(game) && { preview: true };
  connection.send({ t: 'watch', game, ...(version === undefined ? {} : { since: version }), ...preview });
}

function fillGap(game: string): void {
  if (!lookUp(getState().rounds, game)?.gap) return;
  update(closeGap(game));
  sendWatch(game);
}

/** Calls `listener` with every message, after the state has changed; returns a function that removes the
 * listener. */
export function listen(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Measures the round trip of a ping; the result is in the state's `lag`. */
export const measureLag = (): void => connection.measure();

/** Sends a message that has no answer. */
export const send = (message: ClientMessage): boolean => connection.send(message);

let counter = 0;
const prefix = Math.random().toString(36).slice(2, 10);
const nextId = (): string => `${prefix}-${++counter}`;

const describeCommand = (message: Client<'act'>): UnansweredCommand => ({
  message,
  who: getState().session.name,
  at: Date.now(),
  ply: lookUp(getState().rounds, message.game)?.moves.length ?? 0,
});

/** Sends a command; resolves when it is on the server's disk, rejects with a Refusal. */
export function request(body: CommandBody, id = nextId()): Promise<Server<'ack'>> {
  const message = { ...body, id } as Command;
  const kept = message.t === 'act' ? describeCommand(message) : null;
  return new Promise((resolve, reject) => {
    waiting.set(id, { message, kept, sentAt: performance.now(), resolve, reject });
    if (kept) noteUnanswered();
    if (connection.send(message) || message.t === 'act' || connection.isOpening()) return; // resume() sends it
    waiting.delete(id);
    reject(new Refusal('lost', t('common.errorOffline')));
  });
}

/** A command to a game, for the version that this client knows. A refusal is also shown at the board, except that
 * of a chat line, which is shown in the chat. */
export function act(game: string, verb: Verb, more: Partial<Client<'act'>> = {}): Promise<Server<'ack'>> {
  const id = nextId();
  const version = lookUp(getState().rounds, game)?.version ?? 0;
  if (verb === 'move' && more.move) update(addPendingMove(game, id, more.move));
  const answer = request({ t: 'act', game, version, verb, ...more }, id);
  if (verb !== 'chat') answer.catch((refusal: Refusal) => update(setRefusal(game, refusal.message)));
  return answer;
}

/** Subscribes to lists of the server (`lobby`, `people`, ...) until the returned function is called.
 * Several parts of a page may share a subscription. */
export function subscribeTo(message: Client<'lobby' | 'people' | 'results' | 'tv' | 'leaderboard' | 'review'>): () => void {
  const key = JSON.stringify({ ...message, on: true });
  const entry = subscriptions.get(key) ?? { message, count: 0 };
  entry.count++;
  subscriptions.set(key, entry);
  if (entry.count === 1) connection.send(message);
  return () => {
    if (--entry.count > 0) return;
    subscriptions.delete(key);
    connection.send({ ...message, on: false });
    if (message.t === 'lobby') update(forgetLobby);
  };
}

/** Watches a game until the returned function is called. `preview`: as a small board among others, which does
 * not make us a spectator. */
export function watchGame(game: string, preview = false): () => void {
  const entry = watched.get(game) ?? { count: 0, previews: 0 };
  const change = (by: 1 | -1) => {
    const before = entry.count === 0 || isPreview(game);
    entry.count += by;
    entry.previews += preview ? by : 0;
    return before !== (entry.count === 0 || isPreview(game));
  };
  const isNew = entry.count === 0;
  watched.set(game, entry);
  if (change(1) || isNew) sendWatch(game);
  return () => {
    const changed = change(-1);
    if (entry.count === 0) {
      watched.delete(game);
      connection.send({ t: 'unwatch', game });
      update(forgetRounds(id => watched.has(id)));
    } else if (changed) sendWatch(game);
  };
}

/** Opens a new connection with the current cookie; resolves when it is open. */
export function reconnectAs(): Promise<void> {
  return new Promise(resolve => {
    identified.push(resolve);
    connection.restart();
  });
}

/** Makes sure that we can play: creates a guest session for a visitor without an account. Where guests cannot play,
 * asks the visitor to log in, and rejects. */
export async function ensureIdentity(): Promise<void> {
  if (getState().session.role !== 'anonymous') return;
  try {
    await postForm('/account/guest');
  } catch (error) {
    if (error instanceof HttpError && error.status === 403) openDialog('login');
    throw error;
  }
  await reconnectAs();
}
