/* SPDX-License-Identifier: MIT */
/* WebSockets: each is a person in a browser or a terminal, and can show the lobby and
 * several games at once. The functions of server.h for WebSockets are here. */
#ifndef SERVER_SOCKET_H
#define SERVER_SOCKET_H

#include "core/state.h"

RK_MUST_USE rk_err sockets_create(struct server *server);
void sockets_destroy(struct server *server);

/* Frees the sockets that the server has closed. */
void sockets_free_closed(struct server *server);

/* Tells every client that the server restarts, and closes the sockets. */
void sockets_close_all(struct server *server);

#endif
