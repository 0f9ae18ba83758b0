/* SPDX-License-Identifier: MIT */
#include "net/hypertext.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net/answer.h"
#include "net/http.h"
#include "net/websocket.h"
#include "wire/frames.h"

enum { KEPT_MAX = 16 * 1024, KEY_LENGTH = 24, ACCEPT_SIZE = 29 };

enum stage {
    READING,
    ASKED,     /* the server has the request */
    STREAMING, /* its answer comes in pieces */
    ANSWERED   /* and was given; the next request is read when it is written */
};

struct hypertext {
    struct http_reader *reader;
    struct exchange *exchange; /* the server's, while it has the request */
    struct socket *socket;     /* likewise, if it asks to become a WebSocket */
    char accept[ACCEPT_SIZE];  /* what that is accepted by; "" else */
    struct buffer kept;        /* came while an answer was awaited */
    struct answer_manner manner;
    enum stage stage;
    bool chunked;
    int64_t begun_at; /* when the first bytes of the request came */
};

static struct hypertext *hypertext_of(const struct connection *connection)
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
    struct hypertext *hypertext = hypertext_of(connection);
    hypertext->stage = ANSWERED;
    hypertext->exchange = NULL;
    hypertext->socket = NULL;
    hypertext->accept[0] = '\0';
    if (!hypertext->manner.keep_alive)
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
    struct hypertext *hypertext = hypertext_of(connection);
    struct buffer bytes = {0};
    hypertext->manner.keep_alive = false;
    hypertext->manner.now = now_of(connection);
    answer_write_refusal(&bytes, status, why, headers, &hypertext->manner);
    send_buffer(connection, &bytes);
    finish_answer(connection);
}

static void answer(struct outlet *outlet, const struct answer *answer)
{
    struct connection *connection = connection_of(outlet);
    struct hypertext *hypertext = hypertext_of(connection);
    struct buffer bytes = {0};
    if (hypertext->stage != ASKED)
        return;
    if (answer->stream && (hypertext->manner.is_old || hypertext->manner.is_head))
        hypertext->manner.keep_alive = false;
    hypertext->manner.now = now_of(connection);
    answer_write(&bytes, answer, &hypertext->manner);
    send_buffer(connection, &bytes);
    if (!answer->stream) {
        finish_answer(connection);
        return;
    }
    hypertext->stage = STREAMING;
    hypertext->chunked = answer_is_chunked(answer, &hypertext->manner);
    if (connection->ended)
        connection_break(connection);
    // Of a stream's head nothing follows: the server learns that nobody listens.
    if (hypertext->manner.is_head) {
        connection_finish(connection);
        connection_notify(connection);
    }
}

/* An empty chunk would be the last. */
static void send_piece(struct outlet *outlet, struct frame *frame)
{
    struct connection *connection = connection_of(outlet);
    const struct hypertext *hypertext = hypertext_of(connection);
    if (hypertext->stage != STREAMING || !frame->size)
        return;
    char head[PARCEL_HEAD_MAX] = "";
    const int size = hypertext->chunked ? snprintf(head, sizeof head, "%zx\r\n", frame->size) : 0;
    connection_send(connection, head, (size_t)size, frame, hypertext->chunked);
}

static void end(struct outlet *outlet, unsigned code, const char *reason)
{
    (void)code, (void)reason;
    struct connection *connection = connection_of(outlet);
    const struct hypertext *hypertext = hypertext_of(connection);
    if (hypertext->stage == ASKED)
        refuse(connection, 503, "the server is about to stop", NULL);
    if (hypertext->stage != STREAMING)
        return;
    if (hypertext->chunked)
        connection_send_bytes(connection, "0\r\n\r\n", 5);
    finish_answer(connection);
}

static void ping_nobody(struct outlet *outlet)
{
    (void)outlet;
}

static size_t waiting(const struct outlet *outlet)
{
    return connection_waiting(connection_of(outlet));
}

/* ---- becoming a WebSocket ---- */

static void free_hypertext(struct hypertext *hypertext)
{
    http_reader_destroy(hypertext->reader);
    buffer_fini(&hypertext->kept);
    free(hypertext);
}

/* The server accepts within ask_for_socket(), which sees to the rest, or later. */
static void accept_socket(struct outlet *outlet)
{
    struct connection *connection = connection_of(outlet);
    struct hypertext *hypertext = hypertext_of(connection);
    if (hypertext->stage != ASKED || !*hypertext->accept)
        return;
    char text[160];
    const int size = snprintf(text, sizeof text,
                              "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                              "Connection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n",
                              hypertext->accept);
    connection_send_bytes(connection, text, (size_t)size);
    const bool has_begun = websocket_begin(connection, &hypertext->kept);
    if (!has_begun || connection->ended)
        connection_break(connection);
    if (has_begun && hypertext->socket) {
        websocket_join(connection, hypertext->socket);
        free_hypertext(hypertext);
    }
}

static const struct outlet_ops ops = {.answer = answer,
                                      .accept = accept_socket,
                                      .send = send_piece,
                                      .ping = ping_nobody,
                                      .end = end,
                                      .waiting = waiting};

static bool may_upgrade(struct connection *connection, const struct http_request *http)
{
    if (http->request.method != METHOD_GET || http->is_old)
        refuse(connection, 405, "a WebSocket is asked for by GET in HTTP/1.1", "Allow: GET\r\n");
    else if (!http->wants_upgrade)
        refuse(connection, 426, "this address is for WebSockets",
               "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n");
    else if (strcmp(http->websocket_version, "13") != 0)
        refuse(connection, 426, "this server speaks version 13 of the protocol",
               "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n");
    else if (strlen(http->websocket_key) != KEY_LENGTH)
        refuse(connection, 400, "Sec-WebSocket-Key must be 16 bytes in Base64", NULL);
    else
        return true;
    return false;
}

static void ask_for_socket(struct connection *connection, const struct http_request *http)
{
    struct hypertext *hypertext = hypertext_of(connection);
    if (!may_upgrade(connection, http))
        return;
    websocket_accept(http->websocket_key, hypertext->accept);
    struct socket *socket = server_socket(connection->connections->server, &http->request,
                                          &connection->outlet, now_of(connection));
    if (connection->talk != hypertext) {
        websocket_join(connection, socket);
        free_hypertext(hypertext);
    } else if (hypertext->stage == ASKED) {
        hypertext->socket = socket;
        if (!socket)
            refuse(connection, 503, "no more connections can be taken", NULL);
    }
}

/* ---- asking ---- */

static void ask(struct connection *connection)
{
    struct hypertext *hypertext = hypertext_of(connection);
    char address[ADDRESS_SIZE];
    struct http_request http = http_reader_request(hypertext->reader);
    connection_address(connection, http.forwarded_for, address);
    http.request.address = address;
    hypertext->manner = (struct answer_manner){.is_old = http.is_old,
                                               .is_head = http.request.method == METHOD_HEAD,
                                               .keep_alive = http.keep_alive};
    hypertext->stage = ASKED;
    if (!strcmp(http.request.path, "/ws")) {
        ask_for_socket(connection, &http);
        return;
    }
    struct exchange *exchange = server_request(connection->connections->server, &http.request,
                                               &connection->outlet, now_of(connection));
    if (hypertext->stage == ASKED || hypertext->stage == STREAMING)
        hypertext->exchange = exchange;
}

/* ---- reading ---- */

static const struct protocol hypertext_protocol;

static void keep(struct connection *connection, const char *bytes, size_t size)
{
    struct hypertext *hypertext = hypertext_of(connection);
    buffer_add(&hypertext->kept, bytes, size);
    if (hypertext->kept.failed)
        connection_break(connection);
    else if (hypertext->kept.size >= KEPT_MAX)
        connection_pause(connection);
}

/* What was asked has been copied by those who need it. */
static void take_rest(struct connection *connection, char *bytes, size_t size)
{
    if (connection->broken || connection->finishing)
        return;
    if (connection->protocol == &hypertext_protocol) {
        http_reader_next(hypertext_of(connection)->reader);
        keep(connection, bytes, size);
    } else if (size) {
        connection->protocol->take(connection, bytes, size);
    }
}

static void read_request(struct connection *connection, char *bytes, size_t size)
{
    struct hypertext *hypertext = hypertext_of(connection);
    size_t used;
    const char *why;
    unsigned status;
    if (!http_reader_has_begun(hypertext->reader))
        hypertext->begun_at = now_of(connection);
    switch (http_reader_take(hypertext->reader, bytes, size, &used)) {
    case HTTP_MORE:
        if (http_reader_wants_continue(hypertext->reader))
            connection_send_bytes(connection, "HTTP/1.1 100 Continue\r\n\r\n", 25);
        break;
    case HTTP_WHOLE:
        ask(connection);
        take_rest(connection, bytes + used, size - used);
        break;
    case HTTP_REFUSED:
        status = http_reader_refusal(hypertext->reader, &why);
        refuse(connection, status, why, NULL);
        break;
    }
}

static void take(struct connection *connection, char *bytes, size_t size)
{
    if (hypertext_of(connection)->stage == READING)
        read_request(connection, bytes, size);
    else
        keep(connection, bytes, size);
}

/* So much has come already that the rest waits where it is. */
static bool is_full(const struct connection *connection)
{
    return connection->protocol == &hypertext_protocol &&
           hypertext_of(connection)->kept.size >= KEPT_MAX;
}

/* The answer is on its way: on to what came meanwhile. */
static void read_next(struct connection *connection)
{
    struct hypertext *hypertext = hypertext_of(connection);
    if (hypertext->stage != ANSWERED)
        return;
    struct buffer kept = hypertext->kept;
    hypertext->kept = (struct buffer){0};
    hypertext->stage = READING;
    if (kept.size)
        read_request(connection, kept.bytes, kept.size);
    buffer_fini(&kept);
    if (!is_full(connection))
        connection_resume(connection);
    // The connection may speak something else by now.
    if (connection->ended && connection->protocol == &hypertext_protocol &&
        hypertext->stage == READING)
        connection_finish(connection);
}

/* Who asks may close its half and wait for the answer; a stream's reader who does is gone. */
static void end_input(struct connection *connection)
{
    const enum stage stage = hypertext_of(connection)->stage;
    if (stage == STREAMING)
        connection_break(connection);
    else if (stage == READING)
        connection_finish(connection);
}

/* ---- the rest ---- */

static void sweep(struct connection *connection, int64_t now)
{
    const struct hypertext *hypertext = hypertext_of(connection);
    const struct net_times *times = &connection->connections->times;
    if (hypertext->stage != READING)
        return;
    if (!http_reader_has_begun(hypertext->reader)) {
        if (now - connection->heard_at >= times->idle_ms)
            connection_finish(connection);
    } else if (now - hypertext->begun_at >= times->request_ms) {
        refuse(connection, 408, "the request took too long", NULL);
    }
}

static void tell_gone(struct connection *connection, int64_t now)
{
    struct hypertext *hypertext = hypertext_of(connection);
    struct exchange *exchange = hypertext->exchange;
    struct socket *socket = hypertext->socket;
    hypertext->exchange = NULL;
    hypertext->socket = NULL;
    hypertext->stage = ANSWERED;
    if (exchange)
        server_request_gone(exchange, now);
    if (socket)
        server_socket_gone(socket, now);
}

static void destroy(struct connection *connection)
{
    free_hypertext(hypertext_of(connection));
}

static const struct protocol hypertext_protocol = {.take = take,
                                                   .end_of_input = end_input,
                                                   .written = read_next,
                                                   .sweep = sweep,
                                                   .gone = tell_gone,
                                                   .destroy = destroy};

static struct connection *begin(struct connections *connections, uv_stream_t *listener)
{
    struct hypertext *hypertext = calloc(1, sizeof *hypertext);
    if (!hypertext)
        return NULL;
    hypertext->reader = http_reader_create();
    struct connection *connection =
        hypertext->reader ? connection_accept(connections, listener, &hypertext_protocol, hypertext)
                          : NULL;
    if (connection)
        connection->outlet.ops = &ops;
    else
        free_hypertext(hypertext);
    return connection;
}

bool hypertext_accept(struct connections *connections, uv_stream_t *listener)
{
    return begin(connections, listener) != NULL;
}

void hypertext_decline(struct connections *connections, uv_stream_t *listener)
{
    struct connection *connection = begin(connections, listener);
    if (connection)
        refuse(connection, 503, "no more connections can be taken", "Retry-After: 10\r\n");
}
