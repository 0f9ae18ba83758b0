/* SPDX-License-Identifier: MIT */
/* A connection that speaks HTTP: one request after the other, each answered by the
 * server before the next is looked at, until one of them asks for a WebSocket. */
#ifndef NET_HTTP_CONNECTION_H
#define NET_HTTP_CONNECTION_H

#include "net/connection.h"

/* Takes a new connection; false when that is not possible. */
bool http_connection_accept(struct connections *connections, uv_stream_t *listener);

/* The same, to say that there is no room for it. */
void http_connection_reject(struct connections *connections, uv_stream_t *listener);

#endif
