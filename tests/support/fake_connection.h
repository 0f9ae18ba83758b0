/* SPDX-License-Identifier: MIT */
/* The client's end of a connection, in memory: sends HTTP requests or WebSocket messages to a
 * harness and records what the server sends. */
#ifndef SUPPORT_FAKE_CONNECTION_H
#define SUPPORT_FAKE_CONNECTION_H

#include "base/buffer.h"
#include "core/transport.h"
#include "support/harness.h"

/* A request from 192.0.2.1. `credentials` is a cookie ("name=value"), a token ("Bearer ..."), or
 * NULL. The body may be NULL; it is JSON if it starts with {, otherwise a form. The texts are
 * borrowed. */
struct request http_request(enum method method, const char *target, const char *credentials,
                            const char *body);

struct fake_connection {
    struct transport transport;
    struct harness *harness;
    struct exchange *exchange;  /* NULL: it was answered, or has ended */
    struct ws_session *session; /* NULL: it was refused, or has ended */

    unsigned responses;
    unsigned status;
    char content_type[64];
    struct buffer headers, body; /* the body of a stream grows */
    bool stream, accepted, closed;
    unsigned close_code;
    char close_reason[128];
    size_t sent, pings; /* number of messages or chunks, and of pings */
    int64_t round_trip; /* reported to the server as the kernel's; set by the test */
    size_t buffered;    /* reported to the server as bytes not sent yet; set by the test */

    char **messages; /* of a WebSocket */
    size_t message_count, message_next;
};

/* The harness may be NULL for tests that pass the transport to the server themselves. */
void fake_connection_init(struct fake_connection *connection, struct harness *harness);
void fake_connection_fini(struct fake_connection *connection);
/* Disconnects the client, unless the server has closed the connection. */
void fake_connection_drop(struct fake_connection *connection);
/* Drops the connection, settles, and frees it. */
void fake_connection_close(struct fake_connection *connection);

/* Forgets what was sent so far. */
void fake_connection_clear(struct fake_connection *connection);
const char *fake_connection_body(struct fake_connection *connection);
const char *fake_connection_headers(struct fake_connection *connection);
bool fake_connection_saw(struct fake_connection *connection,
                         const char *substring); /* in the body */
size_t fake_connection_count(struct fake_connection *connection, const char *substring);

/* ---- HTTP ---- */

/* Sends a request; a query in the path is split off. Only the second one settles. */
void fake_connection_send_request(struct fake_connection *connection,
                                  const struct request *request);
void fake_connection_request(struct fake_connection *connection, const struct request *request);

/* Initializes the connection and sends a GET with this Accept header; settles. */
void fake_connection_get(struct fake_connection *connection, struct harness *harness,
                         const char *target, const char *accept);

/* The response to a request; of a stream, only what is sent at once. */
struct fake_response {
    unsigned status;
    char cookie[256]; /* of Set-Cookie, to be used as credentials */
    char body[16384];
};
struct fake_response harness_request(struct harness *harness, enum method method,
                                     const char *target, const char *credentials, const char *body);

/* ---- WebSockets ---- */

/* Opens a WebSocket, and settles. */
void fake_connection_connect(struct fake_connection *connection, struct harness *harness,
                             const char *credentials);
void fake_connection_send(struct fake_connection *connection, const char *json); /* and settles */

/* The next message of that type that was not read yet; those before it are skipped. Fails the test
 * if there is none. */
const char *fake_connection_receive(struct fake_connection *connection, const char *type);
/* Receives one, and expects it to have that value in that field. */
void fake_connection_expect(struct fake_connection *connection, const char *type, const char *field,
                            const char *value);
/* Whether there is one. */
bool fake_connection_has(const struct fake_connection *connection, const char *type);
void fake_connection_skip(struct fake_connection *connection); /* all messages so far */

/* A field of a JSON text, without quotes; "" if it is not there. Valid until the next call. */
const char *json_field(const char *json, const char *field);

#endif
