// SPDX-License-Identifier: MIT
/* The WebSocket: connects, and reconnects when the connection is lost (docs/protocol.md, "Reconnecting"). */
import { lookUp } from '../base/lookup';
import { SERVER_FIELDS, type ClientMessage, type ServerMessage } from './messages';

export type ConnectionPhase =
  | 'connecting' // the first try
  | 'open'
  | 'lost' // trying again
  | 'refused'; // the server has rejected us: only the user can resolve it

export interface ConnectionHandlers {
  onMessage(message: ServerMessage): void;
  onPhase(phase: ConnectionPhase, reason: string): void;
  /** A ping was answered, or has waited this long for its answer. */
  onRoundTrip(milliseconds: number): void;
  /** Whether each second counts: then a connection that is silent is given up sooner. */
  isUrgent(): boolean;
}

export interface Connection {
  /** Sends a message; false if there is no connection now. */
  send(message: ClientMessage): boolean;
  /** Whether it is being opened: what is asked for now can be sent in a moment. */
  isOpening(): boolean;
  /** Sends a ping; onRoundTrip is called with the time until its answer. */
  measure(): void;
  /** Ends this connection and opens another one, with the session's new cookie. */
  restart(): void;
}

const FIRST_WAIT = 250;
const LONGEST_WAIT = 15_000;
const CHECK_EVERY = 1_000;
/** Close code 1008: a limit was exceeded, or the session has ended. */
const POLICY = 1008;

/** The wait before try number `attempt`, from 0; `random` is between 0 and 1. */
export function reconnectWait(attempt: number, random: number): number {
  return Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** attempt) * (0.5 + random);
}

/** How long the server may be silent before it is asked for an answer, and before the connection counts as lost. */
export const silenceLimits = (urgent: boolean): { pingAfter: number; deadAfter: number } =>
  urgent ? { pingAfter: 3_000, deadAfter: 7_000 } : { pingAfter: 10_000, deadAfter: 20_000 };

const kinds: Record<string, (value: unknown) => boolean> = {
  $: value => typeof value === 'string',
  '#': Number.isSafeInteger,
  '!': value => typeof value === 'boolean',
};

/** Whether a message has the fields of its kind. One that we do not know may come from a newer server. */
function hasFields(message: Record<string, unknown>): boolean {
  const fields = lookUp(SERVER_FIELDS, String(message['t']));
  if (!fields) return true;
  return fields.split(' ').every(field => {
    const [, mark, name, optional] = /^(.)(\w+)(\??)$/.exec(field)!;
    const value = message[name!];
    return (optional && value === undefined) || kinds[mark!]!(value);
  });
}

/** The message of a frame; null if it is not a message or has wrong fields, which is the fault of the server. */
export function readMessage(data: string): ServerMessage | null {
  try {
    const value = JSON.parse(data) as Record<string, unknown> | null;
    if (typeof value?.['t'] !== 'string') return null;
    if (hasFields(value)) return value as unknown as ServerMessage;
    console.warn('left out a message:', value);
  } catch {
    // not JSON
  }
  return null;
}

class Socket implements Connection {
  private socket: WebSocket | null = null;
  private attempt = 0;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private heard = 0;
  /** The server's hello has come: before it, what is sent would be sent again with all the rest. */
  private greeted = false;
  /** When the ping was sent that has no answer yet; null if there is none. */
  private pingedAt: number | null = null;
  /** How long the server asked us to wait before we reconnect. */
  private restartWait = 0;

  constructor(
    private readonly url: string,
    private readonly handlers: ConnectionHandlers,
  ) {
    setInterval(() => this.checkSilence(), CHECK_EVERY);
    addEventListener('online', () => this.retryNow());
    // it is tried again at once: a server on this machine or in its network may still be there
    addEventListener('offline', () => this.socket && this.lose('offline'));
    addEventListener('visibilitychange', () => document.hidden || this.retryNow());
    this.open();
  }

  send(message: ClientMessage): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN || !this.greeted) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  isOpening(): boolean {
    return this.socket !== null && !this.greeted;
  }

  measure(): void {
    if (this.pingedAt === null) this.ping();
    else this.handlers.onRoundTrip(performance.now() - this.pingedAt);
  }

  restart(): void {
    this.drop();
    this.attempt = 0;
    this.open();
  }

  private open(): void {
    clearTimeout(this.retry);
    const socket = new WebSocket(this.url);
    this.socket = socket;
    this.greeted = false;
    this.pingedAt = null;
    this.heard = performance.now();
    socket.onmessage = event => this.receive(String(event.data));
    socket.onclose = event => socket === this.socket && this.closed(event);
  }

  private drop(): void {
    const socket = this.socket;
    this.socket = null;
    socket?.close(1000);
  }

  private receive(data: string): void {
    this.heard = performance.now();
    const message = readMessage(data);
    if (!message) return;
    if (message.t === 'hello') {
      this.attempt = 0;
      this.greeted = true;
      this.handlers.onPhase('open', '');
    }
    if (message.t === 'pong') this.receivePong();
    if (message.t === 'notice' && message.type === 'restart') this.restartWait = message.wait_ms ?? 0;
    this.handlers.onMessage(message);
  }

  /** One at a time: an answer does not say which ping it answers. */
  private ping(): void {
    if (this.pingedAt === null && this.send({ t: 'ping' })) this.pingedAt = performance.now();
  }

  private receivePong(): void {
    if (this.pingedAt === null) return;
    this.handlers.onRoundTrip(this.heard - this.pingedAt);
    this.pingedAt = null;
  }

  private closed(event: CloseEvent): void {
    this.socket = null;
    const refused = event.code === POLICY && this.attempt > 2;
    this.handlers.onPhase(refused ? 'refused' : 'lost', event.reason);
    const wait = Math.max(this.restartWait, reconnectWait(this.attempt++, Math.random()));
    this.restartWait = 0;
    this.retry = setTimeout(() => this.open(), refused ? 60_000 : wait);
  }

  private retryNow(): void {
    if (!this.socket) this.open();
  }

  private checkSilence(): void {
    const silent = performance.now() - this.heard;
    const { pingAfter, deadAfter } = silenceLimits(this.handlers.isUrgent());
    if (this.socket?.readyState !== WebSocket.OPEN || silent < pingAfter) return;
    if (silent < deadAfter) this.ping();
    else this.lose('no answer');
  }

  private lose(reason: string): void {
    this.drop();
    this.handlers.onPhase('lost', reason);
    this.open();
  }
}

export function connect(handlers: ConnectionHandlers): Connection {
  const url = new URL('/ws', location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return new Socket(url.href, handlers);
}
