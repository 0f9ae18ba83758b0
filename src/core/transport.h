/* SPDX-License-Identifier: MIT */
/* A client's connection as the server sees it: the incoming request, and the transport for
 * responses and messages. `net` implements transports with sockets, tests in memory. */
#ifndef CORE_TRANSPORT_H
#define CORE_TRANSPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/shared_buffer.h"

enum { ADDRESS_SIZE = 64 }; /* of the text of an IP address */

enum method {
    METHOD_GET,
    METHOD_HEAD,
    METHOD_POST,
    METHOD_PUT,
    METHOD_DELETE,
    METHOD_OPTIONS,
    METHOD_OTHER
};

/* A complete HTTP request. Strings are NUL-terminated, "" where the client sent none, and borrowed
 * for the call. */
struct request {
    enum method method;
    const char *path;  /* as sent, still escaped, without the query */
    const char *query; /* after the ?, still escaped */
    const char *authorization, *cookie, *accept, *content_type, *user_agent, *origin, *host;
    const char *accept_encoding, *accept_language, *if_none_match;
    const char *id;      /* X-Request-Id, as sent */
    const char *address; /* the client's IP address; a trusted proxy may supply it */
    bool secure;         /* the client uses TLS, to us or to a trusted proxy */
    bool forwarded;      /* it came through a proxy, trusted or not, that says so */
    const char *body;
    size_t body_size;
};

/* An HTTP response. The body of a stream is sent later, in chunks, until the transport is closed.
 */
struct response {
    unsigned status;
    const char *content_type; /* NULL: no body */
    const char *headers;      /* additional ones, each "Name: value\r\n"; NULL for none */
    const char *body;
    size_t body_size;
    struct shared_buffer *shared; /* the body instead of `body`; it is not copied. NULL: none */
    bool stream;
    bool is_unsized; /* to HEAD: GET would send a stream, whose size is unknown */
};

struct transport;

/* These cannot fail: what cannot be sent is dropped. If the client is gone, the server is notified
 * later, never from within one of these calls. */
struct transport_ops {
    /* HTTP only, once. */
    void (*respond)(struct transport *transport, const struct response *response);
    /* Accepts the request to become a WebSocket. Nothing may be sent before. */
    void (*accept)(struct transport *transport);
    /* Sends a WebSocket text message or a chunk of a stream. The frame is shared, not copied. */
    void (*send)(struct transport *transport, struct shared_buffer *frame);
    /* Sends a WebSocket ping; its round trip is reported with server_websocket_pong(). */
    void (*ping)(struct transport *transport);
    /* Ends the stream, or closes the WebSocket with a code of RFC 6455 and a reason. A stream that
     * ends with another code than 1000 is not complete, and its client notices that. The transport
     * must not be used after this, and the server is not notified that it is gone. */
    void (*close)(struct transport *transport, unsigned code, const char *reason);
    /* The round trip of the connection in milliseconds, as the kernel measures it. Negative:
     * unknown, or that of a proxy. */
    int64_t (*round_trip)(const struct transport *transport);
    /* The bytes that wait to be sent because the client reads slowly. */
    size_t (*buffered)(const struct transport *transport);
};

/* The first member of every transport. */
struct transport {
    const struct transport_ops *ops;
};

#endif
