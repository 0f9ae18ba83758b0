/* SPDX-License-Identifier: MIT */
/* Handles the messages a WebSocket receives. */
#ifndef SERVER_SOCKET_COMMANDS_H
#define SERVER_SOCKET_COMMANDS_H

#include "server/socket_state.h"

void socket_handle_message(struct socket *socket, const char *bytes, size_t size);

/* The server is being destroyed: no command gets an answer any more. */
void sockets_cancel_pending(struct server *server);

void socket_cancel_seek(struct socket *socket);

#endif
