/* SPDX-License-Identifier: MIT */
/* What a WebSocket's other end wants: one message, carried out. */
#ifndef SERVER_SOCKETORDER_H
#define SERVER_SOCKETORDER_H

#include "server/socketstate.h"

void socket_obey(struct socket *socket, const char *bytes, size_t size);

/* Takes a game off the screen; takes the socket's seek back. */
void view_close(struct view *view, bool on_purpose);
void socket_drop_wanted(struct socket *socket);

#endif
