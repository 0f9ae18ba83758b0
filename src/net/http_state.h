/* SPDX-License-Identifier: MIT */
/* The state of an HTTP connection, which http_connection.c and http_upgrade.c share. */
#ifndef NET_HTTP_STATE_H
#define NET_HTTP_STATE_H

#include "net/connection.h"
#include "net/http_parser.h"
#include "net/http_response.h"

enum { ACCEPT_SIZE = 29 };

enum http_phase {
    HTTP_READING,
    HTTP_WAITING,   /* for the server's response */
    HTTP_STREAMING, /* the response is sent in chunks */
    HTTP_RESPONDED  /* the next request is read when the response has been written */
};

struct http {
    struct http_parser *parser;
    struct exchange *exchange;  /* the server's, while it handles the request */
    struct ws_session *session; /* the same for a WebSocket handshake */
    char accept[ACCEPT_SIZE];   /* Sec-WebSocket-Accept; "" if it is no handshake */
    struct buffer unread;       /* input that arrived while a request was being handled */
    struct response_format format;
    enum http_phase phase;
    bool chunked;
    int64_t started_at; /* when the first bytes of the request arrived */
    int64_t handled_us; /* when it was complete, in microseconds */
};

static inline struct http *http_of(const struct connection *connection)
{
    return connection->state;
}

static inline int64_t now_of(const struct connection *connection)
{
    return connections_now(connection->connections);
}

void http_free(struct http *http);
void http_count_response(const struct connection *connection, unsigned status); /* in the metrics */

/* Closes the connection afterwards, because the bytes after a bad request could be anything.
 * `headers` may be NULL. */
void http_respond_with_error(struct connection *connection, unsigned status, const char *why,
                             const char *headers);

#endif
