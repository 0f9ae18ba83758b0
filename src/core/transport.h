/* SPDX-License-Identifier: MIT */
/* What the server sees of the other end of a connection: a request that came in,
 * and the transport its answer goes out by. `net` makes them of sockets, tests of
 * memory. */
#ifndef CORE_TRANSPORT_H
#define CORE_TRANSPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/frame.h"

enum { ADDRESS_SIZE = 64 }; /* of a text with an IP address */

enum method {
    METHOD_GET,
    METHOD_HEAD,
    METHOD_POST,
    METHOD_PUT,
    METHOD_DELETE,
    METHOD_OPTIONS,
    METHOD_OTHER
};

/* A whole HTTP request. Texts are NUL-terminated, never NULL, "" where there is
 * none, and borrowed for the length of the call. */
struct request {
    enum method method;
    const char *path;  /* as sent, still escaped, without the query */
    const char *query; /* behind the ?, still escaped */
    const char *authorization, *cookie, *accept, *content_type, *user_agent, *origin, *host;
    const char *address; /* who sent it: an IP address, by the proxy's word where that is trusted */
    const char *body;
    size_t body_size;
};

/* An HTTP answer. A stream sends its body later, in pieces, until it is ended. */
struct response {
    unsigned status;
    const char *content_type; /* NULL: no body */
    const char *headers;      /* more of them, each "Name: value\r\n"; NULL for none */
    const char *body;
    size_t body_size;
    bool stream;
};

struct transport;

/* Nothing here fails: what cannot be sent is dropped, and if the other end is gone
 * the server is told so, later, never from within these. */
struct transport_ops {
    void (*respond)(struct transport *transport,
                    const struct response *answer); /* HTTP only, once */
    /* Of a request to become a WebSocket: it does, from now on. Until then nothing is sent. */
    void (*accept)(struct transport *transport);
    /* A WebSocket text message, or a piece of a stream. Shared, not copied. */
    void (*send)(struct transport *transport, struct frame *frame);
    /* WebSocket: asks for a pong; the server is told how long it took. */
    void (*ping)(struct transport *transport);
    /* Ends the stream, or closes the WebSocket with a code of RFC 6455 and a reason. The transport
     * is not used after this, and the server is not told that it is gone. */
    void (*end)(struct transport *transport, unsigned code, const char *reason);
    /* Bytes that wait because the other end reads slowly. */
    size_t (*waiting)(const struct transport *transport);
};

/* The head of every transport. */
struct transport {
    const struct transport_ops *ops;
};

#endif
