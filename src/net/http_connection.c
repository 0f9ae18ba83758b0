/* SPDX-License-Identifier: MIT */
#include "net/http_connection.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/metrics.h"
#include "net/http_state.h"
#include "net/http_upgrade.h"
#include "net/https_redirect.h"
#include "wire/frames.h"

enum { UNREAD_MAX = 16 * 1024 };

/* ---- responding ---- */

void http_free(struct http *http)
{
    http_parser_destroy(http->parser);
    buffer_fini(&http->unread);
    free(http);
}

static void finish_response(struct connection *connection)
{
    struct http *http = http_of(connection);
    http->phase = HTTP_RESPONDED;
    http->exchange = NULL;
    http->session = NULL;
    http->accept[0] = '\0';
    if (connection_is_proxied(connection)) // the next request may be another client's
        connection_uncount(connection);
    if (!http->format.keep_alive)
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

static struct metrics *metrics_of(const struct connection *connection)
{
    return server_metrics(connection->connections->server);
}

void http_count_response(const struct connection *connection, unsigned status)
{
    metrics_count_label(metrics_of(connection), METRIC_REQUESTS, status / 100 - 1);
}

static void measure_request(const struct connection *connection)
{
    const int64_t now = (int64_t)(uv_hrtime() / 1000);
    metrics_observe(metrics_of(connection), METRIC_REQUEST_SECONDS,
                    now - http_of(connection)->handled_us);
}

void http_respond_with_error(struct connection *connection, unsigned status, const char *why,
                             const char *headers)
{
    struct http *http = http_of(connection);
    struct buffer bytes = {0};
    http->format.keep_alive = false;
    http->format.now = now_of(connection);
    http_count_response(connection, status);
    http_response_write_error(&bytes, status, why, headers, &http->format);
    send_buffer(connection, &bytes);
    finish_response(connection);
}

static void send_response(struct transport *transport, const struct response *response)
{
    struct connection *connection = connection_of(transport);
    struct http *http = http_of(connection);
    struct buffer bytes = {0};
    if (http->phase != HTTP_WAITING)
        return;
    if (response->stream && (http->format.is_http_10 || http->format.is_head))
        http->format.keep_alive = false;
    http->format.now = now_of(connection);
    http_count_response(connection, response->status);
    if (!response->stream)
        measure_request(connection);
    http_response_write(&bytes, response, &http->format);
    send_buffer(connection, &bytes);
    if (response->shared && !http->format.is_head)
        connection_send(connection, "", 0, response->shared, false);
    if (!response->stream) {
        finish_response(connection);
        return;
    }
    http->phase = HTTP_STREAMING;
    http->chunked = http_response_is_chunked(response, &http->format);
    if (connection->ended)
        connection_break(connection);
    // HEAD for a stream: no body follows, so report to the server that the client is gone.
    if (http->format.is_head) {
        connection_finish(connection);
        connection_notify(connection);
    }
}

/* Skips empty chunks: an empty chunk would end the stream. */
static void send_chunk(struct transport *transport, struct shared_buffer *frame)
{
    struct connection *connection = connection_of(transport);
    const struct http *http = http_of(connection);
    if (http->phase != HTTP_STREAMING || !frame->size)
        return;
    char head[WRITE_HEAD_MAX] = "";
    const int size = http->chunked ? snprintf(head, sizeof head, "%zx\r\n", frame->size) : 0;
    connection_send(connection, head, (size_t)size, frame, http->chunked);
}

/* The body of a response that is not complete gets no last chunk: that is how HTTP/1.1 says so. */
static void end_response(struct transport *transport, unsigned code, const char *reason)
{
    (void)reason;
    struct connection *connection = connection_of(transport);
    struct http *http = http_of(connection);
    if (http->phase == HTTP_WAITING)
        http_respond_with_error(connection, 503, "the server is stopping", NULL);
    if (http->phase != HTTP_STREAMING)
        return;
    if (code != CLOSE_NORMAL)
        http->format.keep_alive = false;
    else if (http->chunked)
        connection_send_bytes(connection, "0\r\n\r\n", 5);
    finish_response(connection);
}

static void ignore_ping(struct transport *transport)
{
    (void)transport;
}

static size_t queued_bytes(const struct transport *transport)
{
    return connection_queued_bytes(connection_of(transport));
}

static const struct transport_ops ops = {.respond = send_response,
                                         .accept = http_upgrade_accept,
                                         .send = send_chunk,
                                         .ping = ignore_ping,
                                         .close = end_response,
                                         .round_trip = connection_round_trip,
                                         .buffered = queued_bytes};

/* ---- plain HTTP where only HTTPS is served ---- */

/* A form sent without TLS may have been read by others already, so it is refused and not
 * redirected.
 */
static void redirect_to_https(struct connection *connection, const struct request *request)
{
    char url[URL_SIZE_MAX + 512], header[sizeof url + 16];
    const bool is_safe = request->method == METHOD_GET || request->method == METHOD_HEAD;
    if (!is_safe || !https_redirect_url(request, connection->connections->public_url,
                                        connection->redirect_port, url, sizeof url)) {
        http_respond_with_error(connection, 400, "this server requires TLS: use https://", NULL);
        return;
    }
    snprintf(header, sizeof header, "Location: %s\r\n", url);
    http_respond_with_error(connection, 308, "this server requires TLS: use https://", header);
}

/* ---- handling a request ---- */

static void handle_request(struct connection *connection)
{
    struct http *http = http_of(connection);
    char address[ADDRESS_SIZE];
    struct http_request parsed = http_parser_request(http->parser);
    const struct forwarded_client client =
        forwarded_resolve(&connection->connections->trusted, &connection->peer, &parsed.forwarded);
    address_write(&client.address, address);
    parsed.request.address = address;
    parsed.request.secure = connection->tls || client.secure;
    parsed.request.forwarded = parsed.is_forwarded;
    http->format = (struct response_format){.is_http_10 = parsed.is_http_10,
                                            .is_head = parsed.request.method == METHOD_HEAD,
                                            .is_secure = parsed.request.secure,
                                            .keep_alive = parsed.keep_alive};
    http->phase = HTTP_WAITING;
    http->handled_us = (int64_t)(uv_hrtime() / 1000);
    connection->active_at = now_of(connection);
    if (connection->redirects) {
        redirect_to_https(connection, &parsed.request);
        return;
    }
    if (connection_is_proxied(connection) && !connection_count(connection, address)) {
        http_respond_with_error(connection, 429, "too many connections from your address",
                                "Retry-After: 10\r\n");
        return;
    }
    if (!strcmp(parsed.request.path, "/ws")) {
        http_upgrade(connection, &parsed);
        return;
    }
    struct exchange *exchange = server_request(connection->connections->server, &parsed.request,
                                               &connection->transport, now_of(connection));
    if (http->phase == HTTP_WAITING || http->phase == HTTP_STREAMING)
        http->exchange = exchange;
}

/* ---- reading ---- */

static const struct protocol http_protocol;

static void keep_unread(struct connection *connection, const char *bytes, size_t size)
{
    struct http *http = http_of(connection);
    buffer_add(&http->unread, bytes, size);
    if (http->unread.failed)
        connection_break(connection);
    else if (http->unread.size >= UNREAD_MAX)
        connection_pause(connection);
}

/* Keeps what follows the request; the server has copied what it needs of the request. */
static void keep_rest(struct connection *connection, char *bytes, size_t size)
{
    if (connection->broken || connection->finishing)
        return;
    if (connection->protocol == &http_protocol) {
        http_parser_next(http_of(connection)->parser);
        keep_unread(connection, bytes, size);
    } else if (size) {
        connection->protocol->receive(connection, bytes, size);
    }
}

static void read_request(struct connection *connection, char *bytes, size_t size)
{
    struct http *http = http_of(connection);
    size_t used;
    const char *why;
    unsigned status;
    if (!http_parser_has_started(http->parser))
        http->started_at = now_of(connection);
    switch (http_parser_feed(http->parser, bytes, size, &used)) {
    case HTTP_INCOMPLETE:
        if (http_parser_expects_continue(http->parser))
            connection_send_bytes(connection, "HTTP/1.1 100 Continue\r\n\r\n", 25);
        break;
    case HTTP_COMPLETE:
        handle_request(connection);
        keep_rest(connection, bytes + used, size - used);
        break;
    case HTTP_INVALID:
        status = http_parser_error(http->parser, &why);
        http_respond_with_error(connection, status, why, NULL);
        break;
    }
}

static void receive_http(struct connection *connection, char *bytes, size_t size)
{
    if (http_of(connection)->phase == HTTP_READING)
        read_request(connection, bytes, size);
    else
        keep_unread(connection, bytes, size);
}

/* Whether reading must stay paused because too much input is unread. */
static bool is_full(const struct connection *connection)
{
    return connection->protocol == &http_protocol && http_of(connection)->unread.size >= UNREAD_MAX;
}

/* The response has been written: handles input that arrived in the meantime. */
static void read_next(struct connection *connection)
{
    struct http *http = http_of(connection);
    if (http->phase != HTTP_RESPONDED)
        return;
    struct buffer unread = http->unread;
    http->unread = (struct buffer){0};
    http->phase = HTTP_READING;
    if (unread.size)
        read_request(connection, unread.bytes, unread.size);
    buffer_fini(&unread);
    if (!is_full(connection))
        connection_resume(connection);
    // The connection may be a WebSocket by now.
    if (connection->ended && connection->protocol == &http_protocol && http->phase == HTTP_READING)
        connection_finish(connection);
}

/* A client may close its side and wait for the response. One that does so during a stream counts as
 * gone. */
static void end_input(struct connection *connection)
{
    const enum http_phase phase = http_of(connection)->phase;
    if (phase == HTTP_STREAMING)
        connection_break(connection);
    else if (phase == HTTP_READING)
        connection_finish(connection);
}

/* ---- timeouts and closing ---- */

static void check_timeouts(struct connection *connection, int64_t now)
{
    const struct http *http = http_of(connection);
    const struct net_timeouts *timeouts = &connection->connections->timeouts;
    if (http->phase != HTTP_READING)
        return;
    if (!http_parser_has_started(http->parser)) {
        if (now - connection->received_at >= timeouts->idle_ms)
            connection_finish(connection);
    } else if (now - http->started_at >= timeouts->request_ms) {
        http_respond_with_error(connection, 408, "timeout: the request took too long to arrive",
                                NULL);
    }
}

static void report_gone(struct connection *connection, int64_t now)
{
    struct http *http = http_of(connection);
    struct exchange *exchange = http->exchange;
    struct ws_session *session = http->session;
    http->exchange = NULL;
    http->session = NULL;
    http->phase = HTTP_RESPONDED;
    if (exchange)
        server_request_gone(exchange, now);
    if (session)
        server_websocket_gone(session, now);
}

/* A request that is being handled is never evicted; the rank of a stream is that of its caller. */
static enum client_rank rank_http(const struct connection *connection)
{
    const struct http *http = http_of(connection);
    if (http->phase == HTTP_READING)
        return CLIENT_IDLE;
    return http->phase == HTTP_STREAMING && http->exchange ? server_request_rank(http->exchange)
                                                           : CLIENT_PLAYING;
}

static void evict_http(struct connection *connection)
{
    const struct http *http = http_of(connection);
    if (http->phase == HTTP_READING && http_parser_has_started(http->parser))
        http_respond_with_error(connection, 503, "too many connections", "Retry-After: 10\r\n");
}

static void destroy_http(struct connection *connection)
{
    http_free(http_of(connection));
}

static const struct protocol http_protocol = {.receive = receive_http,
                                              .end_of_input = end_input,
                                              .drained = read_next,
                                              .sweep = check_timeouts,
                                              .gone = report_gone,
                                              .rank = rank_http,
                                              .evict = evict_http,
                                              .destroy = destroy_http};

struct connection *http_connection_accept(struct connections *connections, uv_stream_t *listener)
{
    struct http *http = calloc(1, sizeof *http);
    if (!http)
        return NULL;
    http->parser = http_parser_create();
    struct connection *connection =
        http->parser ? connection_accept(connections, listener, &http_protocol, http) : NULL;
    if (connection)
        connection->transport.ops = &ops;
    else
        http_free(http);
    return connection;
}

void http_connection_refuse(struct connection *connection, unsigned status, const char *why)
{
    connection->refused = true;
    connection->connections->refused++;
    http_respond_with_error(connection, status, why, "Retry-After: 10\r\n");
}
