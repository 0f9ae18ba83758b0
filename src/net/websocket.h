/* SPDX-License-Identifier: MIT */
/* A connection that has become a WebSocket: messages to the server and from it,
 * pings, and the two closes that end it. */
#ifndef NET_WEBSOCKET_H
#define NET_WEBSOCKET_H

#include "net/connection.h"

extern const struct protocol websocket_protocol;

/* The connection speaks it from now on: its outlet takes messages, and `talk`,
 * which the caller has put aside, is replaced. False when memory has run out. */
bool websocket_begin(struct connection *connection);

/* The server's end of it. If the server has closed it meanwhile, nothing is kept. */
void websocket_join(struct connection *connection, struct socket *socket);

#endif
