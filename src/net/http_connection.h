/* SPDX-License-Identifier: MIT */
/* A connection that speaks HTTP: one request after the other, each answered before
 * the next is read, until a request upgrades it to a WebSocket. */
#ifndef NET_HTTP_CONNECTION_H
#define NET_HTTP_CONNECTION_H

#include "net/connection.h"

/* Accepts a new connection. NULL: it failed and was closed. */
struct connection *http_connection_accept(struct connections *connections, uv_stream_t *listener);

/* Answers a new connection over a limit with an error, whatever it asks. */
void http_connection_refuse(struct connection *connection, unsigned status, const char *why);

#endif
