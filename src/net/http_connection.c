/* SPDX-License-Identifier: MIT */
#include "net/http_connection.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net/http_parser.h"
#include "net/http_response.h"
#include "net/websocket.h"
#include "wire/frames.h"

enum { KEPT_MAX = 16 * 1024, KEY_LENGTH = 24, ACCEPT_SIZE = 29 };

enum stage {
    READING,
    ASKED,     /* the server has the request */
    STREAMING, /* its answer comes in pieces */
    ANSWERED   /* and was given; the next request is read when it is written */
};

struct http {
    struct http_parser *reader;
    struct exchange *exchange; /* the server's, while it has the request */
    struct socket *socket;     /* likewise, if it asks to become a WebSocket */
    char accept[ACCEPT_SIZE];  /* what that is accepted by; "" else */
    struct buffer kept;        /* came while an answer was awaited */
    struct response_format manner;
    enum stage stage;
    bool chunked;
    int64_t begun_at; /* when the first bytes of the request came */
};

static struct http *http_of(const struct connection *connection)
{
    return connection->talk;
}

static int64_t now_of(const struct connection *connection)
{
    return connections_now(connection->connections);
}

/* ---- answering ---- */

static void finish_answer(struct connection *connection)
{
    struct http *http = http_of(connection);
    http->stage = ANSWERED;
    http->exchange = NULL;
    http->socket = NULL;
    http->accept[0] = '\0';
    if (!http->manner.keep_alive)
        connection_finish(connection);
}

static void send_buffer(struct connection *connection, struct buffer *bytes)
{
    if (bytes->failed)
        connection_break(connection);
    else
        connection_send_bytes(connection, bytes->bytes, bytes->size);
    buffer_fini(bytes);
}

/* Our own words, after which the connection ends: what follows could be anything. */
static void refuse(struct connection *connection, unsigned status, const char *why,
                   const char *headers)
{
    struct http *http = http_of(connection);
    struct buffer bytes = {0};
    http->manner.keep_alive = false;
    http->manner.now = now_of(connection);
    http_response_write_error(&bytes, status, why, headers, &http->manner);
    send_buffer(connection, &bytes);
    finish_answer(connection);
}

static void answer(struct transport *transport, const struct response *answer)
{
    struct connection *connection = connection_of(transport);
    struct http *http = http_of(connection);
    struct buffer bytes = {0};
    if (http->stage != ASKED)
        return;
    if (answer->stream && (http->manner.is_old || http->manner.is_head))
        http->manner.keep_alive = false;
    http->manner.now = now_of(connection);
    http_response_write(&bytes, answer, &http->manner);
    send_buffer(connection, &bytes);
    if (!answer->stream) {
        finish_answer(connection);
        return;
    }
    http->stage = STREAMING;
    http->chunked = http_response_is_chunked(answer, &http->manner);
    if (connection->ended)
        connection_break(connection);
    // Of a stream's head nothing follows: the server learns that nobody listens.
    if (http->manner.is_head) {
        connection_finish(connection);
        connection_notify(connection);
    }
}

/* An empty chunk would be the last. */
static void send_piece(struct transport *transport, struct frame *frame)
{
    struct connection *connection = connection_of(transport);
    const struct http *http = http_of(connection);
    if (http->stage != STREAMING || !frame->size)
        return;
    char head[WRITE_HEAD_MAX] = "";
    const int size = http->chunked ? snprintf(head, sizeof head, "%zx\r\n", frame->size) : 0;
    connection_send(connection, head, (size_t)size, frame, http->chunked);
}

static void end(struct transport *transport, unsigned code, const char *reason)
{
    (void)code, (void)reason;
    struct connection *connection = connection_of(transport);
    const struct http *http = http_of(connection);
    if (http->stage == ASKED)
        refuse(connection, 503, "the server is about to stop", NULL);
    if (http->stage != STREAMING)
        return;
    if (http->chunked)
        connection_send_bytes(connection, "0\r\n\r\n", 5);
    finish_answer(connection);
}

static void ping_nobody(struct transport *transport)
{
    (void)transport;
}

static size_t waiting(const struct transport *transport)
{
    return connection_waiting(connection_of(transport));
}

/* ---- becoming a WebSocket ---- */

static void free_http(struct http *http)
{
    http_parser_destroy(http->reader);
    buffer_fini(&http->kept);
    free(http);
}

/* The server accepts within ask_for_socket(), which sees to the rest, or later. */
static void accept_socket(struct transport *transport)
{
    struct connection *connection = connection_of(transport);
    struct http *http = http_of(connection);
    if (http->stage != ASKED || !*http->accept)
        return;
    char text[160];
    const int size = snprintf(text, sizeof text,
                              "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                              "Connection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n",
                              http->accept);
    connection_send_bytes(connection, text, (size_t)size);
    const bool has_begun = websocket_begin(connection, &http->kept);
    if (!has_begun || connection->ended)
        connection_break(connection);
    if (has_begun && http->socket) {
        websocket_join(connection, http->socket);
        free_http(http);
    }
}

static const struct transport_ops ops = {.respond = answer,
                                         .accept = accept_socket,
                                         .send = send_piece,
                                         .ping = ping_nobody,
                                         .end = end,
                                         .waiting = waiting};

static bool may_upgrade(struct connection *connection, const struct http_request *parsed)
{
    if (parsed->request.method != METHOD_GET || parsed->is_old)
        refuse(connection, 405, "a WebSocket is asked for by GET in HTTP/1.1", "Allow: GET\r\n");
    else if (!parsed->wants_upgrade)
        refuse(connection, 426, "this address is for WebSockets",
               "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n");
    else if (strcmp(parsed->websocket_version, "13") != 0)
        refuse(connection, 426, "this server speaks version 13 of the protocol",
               "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n");
    else if (strlen(parsed->websocket_key) != KEY_LENGTH)
        refuse(connection, 400, "Sec-WebSocket-Key must be 16 bytes in Base64", NULL);
    else
        return true;
    return false;
}

static void ask_for_socket(struct connection *connection, const struct http_request *parsed)
{
    struct http *http = http_of(connection);
    if (!may_upgrade(connection, parsed))
        return;
    websocket_accept(parsed->websocket_key, http->accept);
    struct socket *socket = server_socket(connection->connections->server, &parsed->request,
                                          &connection->transport, now_of(connection));
    if (connection->talk != http) {
        websocket_join(connection, socket);
        free_http(http);
    } else if (http->stage == ASKED) {
        http->socket = socket;
        if (!socket)
            refuse(connection, 503, "no more connections can be taken", NULL);
    }
}

/* ---- asking ---- */

static void ask(struct connection *connection)
{
    struct http *http = http_of(connection);
    char address[ADDRESS_SIZE];
    struct http_request parsed = http_parser_request(http->reader);
    connection_address(connection, parsed.forwarded_for, address);
    parsed.request.address = address;
    http->manner = (struct response_format){.is_old = parsed.is_old,
                                            .is_head = parsed.request.method == METHOD_HEAD,
                                            .keep_alive = parsed.keep_alive};
    http->stage = ASKED;
    if (!strcmp(parsed.request.path, "/ws")) {
        ask_for_socket(connection, &parsed);
        return;
    }
    struct exchange *exchange = server_request(connection->connections->server, &parsed.request,
                                               &connection->transport, now_of(connection));
    if (http->stage == ASKED || http->stage == STREAMING)
        http->exchange = exchange;
}

/* ---- reading ---- */

static const struct protocol http_protocol;

static void keep(struct connection *connection, const char *bytes, size_t size)
{
    struct http *http = http_of(connection);
    buffer_add(&http->kept, bytes, size);
    if (http->kept.failed)
        connection_break(connection);
    else if (http->kept.size >= KEPT_MAX)
        connection_pause(connection);
}

/* What was asked has been copied by those who need it. */
static void take_rest(struct connection *connection, char *bytes, size_t size)
{
    if (connection->broken || connection->finishing)
        return;
    if (connection->protocol == &http_protocol) {
        http_parser_next(http_of(connection)->reader);
        keep(connection, bytes, size);
    } else if (size) {
        connection->protocol->take(connection, bytes, size);
    }
}

static void read_request(struct connection *connection, char *bytes, size_t size)
{
    struct http *http = http_of(connection);
    size_t used;
    const char *why;
    unsigned status;
    if (!http_parser_has_started(http->reader))
        http->begun_at = now_of(connection);
    switch (http_parser_feed(http->reader, bytes, size, &used)) {
    case HTTP_INCOMPLETE:
        if (http_parser_expects_continue(http->reader))
            connection_send_bytes(connection, "HTTP/1.1 100 Continue\r\n\r\n", 25);
        break;
    case HTTP_COMPLETE:
        ask(connection);
        take_rest(connection, bytes + used, size - used);
        break;
    case HTTP_INVALID:
        status = http_parser_error(http->reader, &why);
        refuse(connection, status, why, NULL);
        break;
    }
}

static void take(struct connection *connection, char *bytes, size_t size)
{
    if (http_of(connection)->stage == READING)
        read_request(connection, bytes, size);
    else
        keep(connection, bytes, size);
}

/* So much has come already that the rest waits where it is. */
static bool is_full(const struct connection *connection)
{
    return connection->protocol == &http_protocol && http_of(connection)->kept.size >= KEPT_MAX;
}

/* The answer is on its way: on to what came meanwhile. */
static void read_next(struct connection *connection)
{
    struct http *http = http_of(connection);
    if (http->stage != ANSWERED)
        return;
    struct buffer kept = http->kept;
    http->kept = (struct buffer){0};
    http->stage = READING;
    if (kept.size)
        read_request(connection, kept.bytes, kept.size);
    buffer_fini(&kept);
    if (!is_full(connection))
        connection_resume(connection);
    // The connection may speak something else by now.
    if (connection->ended && connection->protocol == &http_protocol && http->stage == READING)
        connection_finish(connection);
}

/* Who asks may close its half and wait for the answer; a stream's reader who does is gone. */
static void end_input(struct connection *connection)
{
    const enum stage stage = http_of(connection)->stage;
    if (stage == STREAMING)
        connection_break(connection);
    else if (stage == READING)
        connection_finish(connection);
}

/* ---- the rest ---- */

static void sweep(struct connection *connection, int64_t now)
{
    const struct http *http = http_of(connection);
    const struct net_timeouts *timeouts = &connection->connections->timeouts;
    if (http->stage != READING)
        return;
    if (!http_parser_has_started(http->reader)) {
        if (now - connection->heard_at >= timeouts->idle_ms)
            connection_finish(connection);
    } else if (now - http->begun_at >= timeouts->request_ms) {
        refuse(connection, 408, "the request took too long", NULL);
    }
}

static void tell_gone(struct connection *connection, int64_t now)
{
    struct http *http = http_of(connection);
    struct exchange *exchange = http->exchange;
    struct socket *socket = http->socket;
    http->exchange = NULL;
    http->socket = NULL;
    http->stage = ANSWERED;
    if (exchange)
        server_request_gone(exchange, now);
    if (socket)
        server_socket_gone(socket, now);
}

static void destroy(struct connection *connection)
{
    free_http(http_of(connection));
}

static const struct protocol http_protocol = {.take = take,
                                              .end_of_input = end_input,
                                              .written = read_next,
                                              .sweep = sweep,
                                              .gone = tell_gone,
                                              .destroy = destroy};

static struct connection *begin(struct connections *connections, uv_stream_t *listener)
{
    struct http *http = calloc(1, sizeof *http);
    if (!http)
        return NULL;
    http->reader = http_parser_create();
    struct connection *connection =
        http->reader ? connection_accept(connections, listener, &http_protocol, http) : NULL;
    if (connection)
        connection->transport.ops = &ops;
    else
        free_http(http);
    return connection;
}

bool http_connection_accept(struct connections *connections, uv_stream_t *listener)
{
    return begin(connections, listener) != NULL;
}

void http_connection_reject(struct connections *connections, uv_stream_t *listener)
{
    struct connection *connection = begin(connections, listener);
    if (connection)
        refuse(connection, 503, "no more connections can be taken", "Retry-After: 10\r\n");
}
