// SPDX-License-Identifier: MIT
/* Messages by name: Server<'game'>, Client<'seek'>. */
import type { ClientMessage, ServerMessage } from './messages';

export type Server<T extends ServerMessage['t']> = Extract<ServerMessage, { t: T }>;
export type Client<T extends ClientMessage['t']> = Extract<ClientMessage, { t: T }>;
export type { ClientMessage, ServerMessage };
