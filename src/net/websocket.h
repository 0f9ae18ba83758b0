/* SPDX-License-Identifier: MIT */
/* A connection after its upgrade to a WebSocket: messages in both directions, pings,
 * and the closing handshake. */
#ifndef NET_WEBSOCKET_H
#define NET_WEBSOCKET_H

#include "base/buffer.h"
#include "net/connection.h"

extern const struct protocol websocket_protocol;

/* Switches the connection to the WebSocket protocol. The caller has saved the previous
 * `state`. Takes over `unread`, the bytes that arrived early; they are read once the
 * handshake has been written. Returns false when out of memory; `unread` is unchanged then. */
bool websocket_start(struct connection *connection, struct buffer *unread);

/* Sets the server's session. Does nothing if the server has already closed it. */
void websocket_attach(struct connection *connection, struct ws_session *session);

#endif
