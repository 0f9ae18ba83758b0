/* SPDX-License-Identifier: MIT */
/* WebSocket sessions: each is a client that can watch the lobby and several games at once.
 * Implements the functions of server.h for WebSockets. */
#ifndef SERVER_WS_SESSION_H
#define SERVER_WS_SESSION_H

#include "accounts/identity.h"
#include "core/state.h"
#include "core/transport.h"

struct ws_session;

RK_MUST_USE rk_err ws_sessions_create(struct server *server);
void ws_sessions_destroy(struct server *server);

/* Frees the sessions that the server has closed. */
void ws_sessions_free_closed(struct server *server);

/* A session that executes commands of a client of another node, and gets no notices. The caller
 * closes it; NULL if out of memory. */
struct ws_session *ws_session_open_remote(struct server *server, const struct caller *caller,
                                          const char *address, struct transport *transport);
void ws_session_close_remote(struct ws_session *session);

/* Sends the challenges from and to the caller. */
void ws_send_challenges(struct ws_session *session);

/* Tells every client that the server is restarting, and closes the sessions. */
void ws_sessions_close_all(struct server *server);

#endif
