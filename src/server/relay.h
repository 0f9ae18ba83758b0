/* SPDX-License-Identifier: MIT */
/* Commands of the lobby from clients of a node that does not own the lobby: seeks, pools,
 * challenges, rematches, by WebSocket and HTTP. They are carried out on the node that owns it, by
 * the same code as there.
 *
 * A client keeps its connection to the node that it has reached, its gateway, which authenticates
 * it and counts its messages. Commands go to the owner as they came, over the channels of
 * cluster/channels.h; what the owner answers comes back the same way. At the owner the client is a
 * remote client: a WebSocket session or an HTTP exchange whose transport is the channel.
 *
 * If the owner is not known, a command waits for 1.5 seconds and is then refused, so that the
 * client tries again. The same happens if the channel breaks; then the client also hears that its
 * seek and its place in a pool are gone, because the owner has ended them. */
#ifndef SERVER_RELAY_H
#define SERVER_RELAY_H

#include "http/exchange.h"
#include "wire/message.h"

struct ws_session;

/* After sessions and exchanges. */
RK_MUST_USE rk_err relay_create(struct server *server);
void relay_destroy(struct server *server);

/* Sends a command of a WebSocket to the owner of the lobby. `id` is the command's, or NULL. */
void relay_command(struct ws_session *session, enum message_kind kind, const char *id,
                   const char *bytes, size_t size);
/* Asks the owner for the caller's challenges, which a new session is told. */
void relay_greet(struct ws_session *session);
/* The client is gone, or the session is closed. */
void relay_leave(struct ws_session *session);

/* Has the owner of the lobby respond to a request whose caller is known and may make it. */
void relay_request(struct exchange *exchange);

#endif
