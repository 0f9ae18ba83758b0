/* SPDX-License-Identifier: MIT */
/* Forwards lobby commands (seeks, pools, challenges, rematches; by WebSocket and HTTP) from a node
 * that does not own the lobby to the owner, which executes them with the same code as those of its
 * own clients.
 *
 * A client stays connected to its node, the gateway, which authenticates it and applies the rate
 * limits. Commands are forwarded to the owner unchanged over the channels of cluster/channels.h;
 * the answers come back the same way. At the owner the client is a remote client: a WebSocket
 * session or an HTTP exchange whose transport is the channel.
 *
 * If the owner is not known, a command waits for 1.5 seconds and is then refused, so that the
 * client tries again. The same happens if the channel breaks; then the client is also told that its
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
/* Requests the caller's challenges from the owner, for a new session. */
void relay_request_challenges(struct ws_session *session);
/* The client is gone, or the session is closed. */
void relay_leave(struct ws_session *session);

/* Lets the owner of the lobby respond to a request, after the caller was authenticated and
 * authorized. */
void relay_request(struct exchange *exchange);

#endif
