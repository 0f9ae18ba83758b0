/* SPDX-License-Identifier: MIT */
/* Handles the messages that a client sends over a WebSocket. */
#ifndef SERVER_WS_COMMANDS_H
#define SERVER_WS_COMMANDS_H

#include "server/ws_session_state.h"

void ws_handle_message(struct ws_session *session, const char *bytes, size_t size);

/* The server is being destroyed: drops the commands that await an answer. */
void ws_sessions_cancel_pending(struct server *server);

/* Executes a command of the lobby that came from a client of another node, or waited until the
 * lobby came to this one. Anything else is ignored. */
void ws_execute_command(struct ws_session *session, const char *bytes, size_t size);

#endif
