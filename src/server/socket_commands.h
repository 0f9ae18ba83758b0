/* SPDX-License-Identifier: MIT */
/* What a WebSocket's other end wants: one message, carried out. */
#ifndef SERVER_SOCKET_COMMANDS_H
#define SERVER_SOCKET_COMMANDS_H

#include "server/socket_state.h"

void socket_handle_message(struct socket *socket, const char *bytes, size_t size);

/* The server ends: what is still awaited will not come. */
void sockets_forget_errands(struct server *server);

/* Takes a game off the screen; takes the socket's seek back. */
void view_close(struct view *view, bool on_purpose);
void socket_cancel_seek(struct socket *socket);

#endif
