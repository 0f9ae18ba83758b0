/* SPDX-License-Identifier: MIT */
/* Upgrades an HTTP connection to a WebSocket. */
#ifndef NET_HTTP_UPGRADE_H
#define NET_HTTP_UPGRADE_H

#include "net/http_state.h"

/* Handles a request for /ws: passes a handshake to the server, or responds with an error. */
void http_upgrade(struct connection *connection, const struct http_request *parsed);

/* For transport_ops: the server accepts the handshake. */
void http_upgrade_accept(struct transport *transport);

#endif
