/* SPDX-License-Identifier: MIT */
/* One WebSocket: a person in a browser or a terminal. It may show the lobby and
 * several games at once. */
#ifndef SERVER_SOCKET_H
#define SERVER_SOCKET_H

#include "core/state.h"

RK_MUST_USE rk_err sockets_create(struct server *server);
void sockets_destroy(struct server *server);

/* Takes those apart that were closed by us. */
void sockets_free_closed(struct server *server);

/* Tells every socket that the server is about to end, and ends it. */
void sockets_close_all(struct server *server);

#endif
