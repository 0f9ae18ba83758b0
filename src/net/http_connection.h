/* SPDX-License-Identifier: MIT */
/* A connection that speaks HTTP: one request after the other, each answered before
 * the next is read, until a request upgrades it to a WebSocket. */
#ifndef NET_HTTP_CONNECTION_H
#define NET_HTTP_CONNECTION_H

#include "net/connection.h"

/* Accepts a new connection. Returns false on failure. */
bool http_connection_accept(struct connections *connections, uv_stream_t *listener);

/* Accepts a connection over the limit and answers 503. */
void http_connection_reject(struct connections *connections, uv_stream_t *listener);

#endif
