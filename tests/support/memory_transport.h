/* SPDX-License-Identifier: MIT */
/* The other end of a connection, in memory: keeps what the server sends. */
#ifndef SUPPORT_MEMORY_TRANSPORT_H
#define SUPPORT_MEMORY_TRANSPORT_H

#include "base/buffer.h"
#include "core/transport.h"

struct memory_transport {
    struct transport transport;
    unsigned answers; /* how many: one, or the server is wrong */
    unsigned status;
    bool stream, ended;
    unsigned close_code;
    char content_type[64], reason[128];
    struct buffer headers, body; /* of a stream or WebSocket: all that was sent */
    size_t sent, pings;          /* how many messages or pieces, and pings */
    size_t waiting;              /* what the server is told waits: the test sets it */
};

void memory_transport_init(struct memory_transport *transport);
void memory_transport_fini(struct memory_transport *transport);
void memory_transport_forget(struct memory_transport *transport); /* what was sent so far */

const char *memory_transport_body(struct memory_transport *transport);    /* NUL-terminated */
const char *memory_transport_headers(struct memory_transport *transport); /* likewise */

/* A request with nothing but these; the rest is empty, the address is 192.0.2.1. */
struct request request_of(enum method method, const char *path);

#endif
