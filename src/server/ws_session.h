/* SPDX-License-Identifier: MIT */
/* WebSocket sessions: each is a client that can watch the lobby and several games at once.
 * Implements the functions of server.h for WebSockets. */
#ifndef SERVER_WS_SESSION_H
#define SERVER_WS_SESSION_H

#include "core/state.h"

RK_MUST_USE rk_err ws_sessions_create(struct server *server);
void ws_sessions_destroy(struct server *server);

/* Frees the sessions that the server has closed. */
void ws_sessions_free_closed(struct server *server);

/* Tells every client that the server is restarting, and closes the sessions. */
void ws_sessions_close_all(struct server *server);

#endif
