/* SPDX-License-Identifier: MIT */
#include "support/fake_connection.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/board.h"

enum { TARGET_MAX = 1024 };

// ---- the transport ---------------------------------------------------------------------------

static struct fake_connection *connection_of(struct transport *transport)
{
    return LIST_OWNER(transport, struct fake_connection, transport);
}

static void record_response(struct transport *transport, const struct response *response)
{
    struct fake_connection *connection = connection_of(transport);
    connection->responses++;
    connection->status = response->status;
    connection->stream = response->stream;
    connection->closed = !response->stream;
    if (connection->closed) {
        connection->exchange = NULL;
        connection->session = NULL;
    }
    snprintf(connection->content_type, sizeof connection->content_type, "%s",
             response->content_type ? response->content_type : "");
    buffer_text(&connection->headers, response->headers ? response->headers : "");
    if (response->shared)
        buffer_add(&connection->body, response->shared->bytes, response->shared->size);
    else
        buffer_add(&connection->body, response->body, response->body_size);
}

static void accept_session(struct transport *transport)
{
    connection_of(transport)->accepted = true;
}

static void add_message(struct fake_connection *connection, const struct shared_buffer *frame)
{
    const size_t size = (connection->message_count + 1) * sizeof *connection->messages;
    char *message = malloc(frame->size + 1);
    connection->messages = realloc(connection->messages, size);
    assert_true(message && connection->messages);
    memcpy(message, frame->bytes, frame->size);
    message[frame->size] = '\0';
    connection->messages[connection->message_count++] = message;
}

static void record_frame(struct transport *transport, struct shared_buffer *frame)
{
    struct fake_connection *connection = connection_of(transport);
    assert_true(connection->stream || connection->accepted);
    assert_false(connection->closed);
    connection->sent++;
    if (connection->accepted)
        add_message(connection, frame);
    else
        buffer_add(&connection->body, frame->bytes, frame->size);
}

static void count_ping(struct transport *transport)
{
    connection_of(transport)->pings++;
}

static void record_close(struct transport *transport, unsigned code, const char *reason)
{
    struct fake_connection *connection = connection_of(transport);
    assert_false(connection->closed);
    connection->closed = true;
    connection->close_code = code;
    connection->exchange = NULL;
    connection->session = NULL;
    snprintf(connection->close_reason, sizeof connection->close_reason, "%s", reason);
}

static size_t report_buffered(const struct transport *transport)
{
    return LIST_OWNER(transport, const struct fake_connection, transport)->buffered;
}

static int64_t report_round_trip(const struct transport *transport)
{
    return LIST_OWNER(transport, const struct fake_connection, transport)->round_trip;
}

static const struct transport_ops ops = {.respond = record_response,
                                         .accept = accept_session,
                                         .send = record_frame,
                                         .ping = count_ping,
                                         .close = record_close,
                                         .round_trip = report_round_trip,
                                         .buffered = report_buffered};

// ---- connections -----------------------------------------------------------------------------

void fake_connection_init(struct fake_connection *connection, struct harness *harness)
{
    *connection =
        (struct fake_connection){.transport = {&ops}, .harness = harness, .round_trip = -1};
}

void fake_connection_fini(struct fake_connection *connection)
{
    for (size_t i = 0; i < connection->message_count; i++)
        free(connection->messages[i]);
    free(connection->messages);
    buffer_fini(&connection->headers);
    buffer_fini(&connection->body);
    fake_connection_init(connection, connection->harness);
}

void fake_connection_drop(struct fake_connection *connection)
{
    if (connection->exchange)
        server_request_gone(connection->exchange, connection->harness->server->now);
    if (connection->session)
        server_websocket_gone(connection->session, connection->harness->server->now);
    connection->exchange = NULL;
    connection->session = NULL;
}

void fake_connection_close(struct fake_connection *connection)
{
    fake_connection_drop(connection);
    harness_settle(connection->harness);
    fake_connection_fini(connection);
}

void fake_connection_clear(struct fake_connection *connection)
{
    buffer_clear(&connection->body);
    connection->sent = 0;
}

const char *fake_connection_body(struct fake_connection *connection)
{
    return buffer_cstr(&connection->body);
}

const char *fake_connection_headers(struct fake_connection *connection)
{
    return buffer_cstr(&connection->headers);
}

size_t fake_connection_count(struct fake_connection *connection, const char *substring)
{
    size_t count = 0;
    for (const char *at = fake_connection_body(connection); (at = strstr(at, substring)); at++)
        count++;
    return count;
}

bool fake_connection_saw(struct fake_connection *connection, const char *substring)
{
    return fake_connection_count(connection, substring) > 0;
}

// ---- HTTP ------------------------------------------------------------------------------------

struct request http_request(enum method method, const char *target, const char *credentials,
                            const char *body)
{
    const bool is_token = credentials && !strncmp(credentials, "Bearer", 6);
    const char *type = !body            ? ""
                       : body[0] == '{' ? "application/json"
                                        : "application/x-www-form-urlencoded";
    return (struct request){.method = method,
                            .path = target,
                            .query = "",
                            .authorization = is_token ? credentials : "",
                            .cookie = credentials && !is_token ? credentials : "",
                            .accept = "",
                            .accept_encoding = "",
                            .accept_language = "",
                            .if_none_match = "",
                            .content_type = type,
                            .user_agent = "",
                            .origin = "",
                            .host = "",
                            .address = "192.0.2.1",
                            .body = body ? body : "",
                            .body_size = body ? strlen(body) : 0};
}

void fake_connection_send_request(struct fake_connection *connection, const struct request *request)
{
    struct server *server = connection->harness->server;
    struct request split = *request;
    char path[TARGET_MAX];
    snprintf(path, sizeof path, "%s", request->path);
    char *query = strchr(path, '?');
    if (query) {
        *query = '\0';
        split.query = query + 1;
    }
    split.path = path;
    struct exchange *exchange = server_request(server, &split, &connection->transport, server->now);
    connection->exchange = connection->closed ? NULL : exchange;
}

void fake_connection_request(struct fake_connection *connection, const struct request *request)
{
    fake_connection_send_request(connection, request);
    harness_settle(connection->harness);
}

void fake_connection_get(struct fake_connection *connection, struct harness *harness,
                         const char *target, const char *accept)
{
    struct request request = http_request(METHOD_GET, target, NULL, NULL);
    request.accept = accept;
    fake_connection_init(connection, harness);
    fake_connection_request(connection, &request);
}

struct fake_response harness_request(struct harness *harness, enum method method,
                                     const char *target, const char *credentials, const char *body)
{
    struct fake_connection connection;
    const struct request request = http_request(method, target, credentials, body);
    fake_connection_init(&connection, harness);
    fake_connection_request(&connection, &request);
    struct fake_response response = {.status = connection.status};
    snprintf(response.body, sizeof response.body, "%s", fake_connection_body(&connection));
    const char *cookie = strstr(fake_connection_headers(&connection), "Set-Cookie: ");
    if (cookie)
        sscanf(cookie, "Set-Cookie: %250[^;]", response.cookie);
    fake_connection_drop(&connection);
    fake_connection_fini(&connection);
    return response;
}

// ---- WebSockets ------------------------------------------------------------------------------

void fake_connection_connect(struct fake_connection *connection, struct harness *harness,
                             const char *credentials)
{
    const struct request request = http_request(METHOD_GET, "/ws", credentials, NULL);
    fake_connection_init(connection, harness);
    struct ws_session *session =
        server_websocket(harness->server, &request, &connection->transport, harness->server->now);
    connection->session = connection->closed ? NULL : session;
    harness_settle(harness);
}

void fake_connection_send(struct fake_connection *connection, const char *json)
{
    assert_non_null(connection->session);
    server_websocket_message(connection->session, json, strlen(json),
                             connection->harness->server->now);
    harness_settle(connection->harness);
}

static bool has_type(const char *message, const char *type)
{
    return !strcmp(json_field(message, "t"), type);
}

const char *fake_connection_receive(struct fake_connection *connection, const char *type)
{
    while (connection->message_next < connection->message_count) {
        const char *message = connection->messages[connection->message_next++];
        if (has_type(message, type))
            return message;
    }
    fail_msg("no message of type %s", type);
    return "";
}

void fake_connection_expect(struct fake_connection *connection, const char *type, const char *field,
                            const char *value)
{
    assert_string_equal(json_field(fake_connection_receive(connection, type), field), value);
}

bool fake_connection_has(const struct fake_connection *connection, const char *type)
{
    for (size_t i = connection->message_next; i < connection->message_count; i++)
        if (has_type(connection->messages[i], type))
            return true;
    return false;
}

void fake_connection_skip(struct fake_connection *connection)
{
    connection->message_next = connection->message_count;
}

const char *json_field(const char *json, const char *field)
{
    static char value[8192];
    char key[64];
    snprintf(key, sizeof key, "\"%s\":", field);
    const char *at = strstr(json, key);
    value[0] = '\0';
    if (!at)
        return value;
    at += strlen(key);
    if (*at == '"')
        sscanf(at, "\"%8190[^\"]", value);
    else
        sscanf(at, "%8190[^,}]", value);
    return value;
}
