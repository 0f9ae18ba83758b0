/* SPDX-License-Identifier: MIT */
/* What a WebSocket's other end wants: one message, carried out. */
#ifndef SERVER_SOCKETORDER_H
#define SERVER_SOCKETORDER_H

#include "server/socketstate.h"

void socket_obey(struct socket *socket, const char *bytes, size_t size);

/* The server ends: what is still awaited will not come. */
void sockets_forget_errands(struct server *server);

/* Takes a game off the screen; takes the socket's seek back. */
void view_close(struct view *view, bool on_purpose);
void socket_drop_wanted(struct socket *socket);

#endif
