/* SPDX-License-Identifier: MIT */
/* A connection that has become a WebSocket: messages to the server and from it,
 * pings, and the two closes that end it. */
#ifndef NET_WEBSOCKET_H
#define NET_WEBSOCKET_H

#include "base/buffer.h"
#include "net/connection.h"

extern const struct protocol websocket_protocol;

/* The connection speaks it from now on: its transport takes messages, and `talk`,
 * which the caller has put aside, is replaced. What came already is read when the acceptance is
 * on its way. False when memory has run out: then `kept` stays as it was. */
bool websocket_begin(struct connection *connection, struct buffer *kept);

/* The server's end of it. If the server has closed it meanwhile, nothing is kept. */
void websocket_join(struct connection *connection, struct socket *socket);

#endif
