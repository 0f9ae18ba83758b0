/* SPDX-License-Identifier: MIT */
/* The other end of a connection, in memory: keeps what the server sends. */
#ifndef SUPPORT_MEMORYOUTLET_H
#define SUPPORT_MEMORYOUTLET_H

#include "base/buffer.h"
#include "core/outlet.h"

struct memory_outlet {
    struct outlet outlet;
    unsigned answers; /* how many: one, or the server is wrong */
    unsigned status;
    bool stream, ended;
    unsigned close_code;
    char content_type[64], reason[128];
    struct buffer headers, body; /* of a stream or WebSocket: all that was sent */
    size_t sent, pings;          /* how many messages or pieces, and pings */
    size_t waiting;              /* what the server is told waits: the test sets it */
};

void memory_outlet_init(struct memory_outlet *outlet);
void memory_outlet_fini(struct memory_outlet *outlet);
void memory_outlet_forget(struct memory_outlet *outlet); /* what was sent so far */

const char *memory_outlet_body(struct memory_outlet *outlet);    /* NUL-terminated */
const char *memory_outlet_headers(struct memory_outlet *outlet); /* likewise */

/* A request with nothing but these; the rest is empty, the address is 192.0.2.1. */
struct request request_of(enum method method, const char *path);

#endif
