/* SPDX-License-Identifier: MIT */
/* The games a WebSocket watches. A spectator that reads slowly skips events and gets a snapshot. */
#ifndef SERVER_SOCKET_VIEWS_H
#define SERVER_SOCKET_VIEWS_H

#include "server/socket_state.h"

struct view *view_find(struct socket *socket, const char *game); /* NULL: it does not watch that */

/* Watches a game from version `since` on; see round_watch(). */
void view_open(struct socket *socket, struct round *round, int64_t since);

/* Stops watching. `on_purpose`: the player has left, rather than lost the connection. */
void view_close(struct view *view, bool on_purpose);

#endif
