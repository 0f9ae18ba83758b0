/* SPDX-License-Identifier: MIT */
/* An incremental parser of HTTP responses: it is fed bytes and yields the head and the body. It
 * does no I/O. */
#ifndef CLIENT_RESPONSE_H
#define CLIENT_RESPONSE_H

#include "base/buffer.h"

enum { RESPONSE_HEAD_MAX = 16384 };

enum response_state {
    RESPONSE_HEAD,       /* the head is incomplete */
    RESPONSE_COUNTED,    /* in a body of known length */
    RESPONSE_CHUNK_SIZE, /* in the line before a chunk */
    RESPONSE_CHUNK,
    RESPONSE_CHUNK_END, /* in the line break after a chunk */
    RESPONSE_TRAILER,
    RESPONSE_UNTIL_CLOSE, /* the body ends with the connection */
    RESPONSE_DONE,
    RESPONSE_BAD
};

struct response {
    enum response_state state;
    unsigned status;
    struct buffer head; /* the status line and the headers, each with its CR LF */
    uint64_t left;      /* bytes left of the body or the chunk */
    bool no_body;       /* the request was HEAD */
    bool closes;        /* the server closes the connection after it */
    char line[32];      /* a chunk size, or the start of a trailer line */
    size_t line_size;
};

void response_init(struct response *response, bool no_body);
void response_fini(struct response *response);

/* Parses bytes up to the end of the response and appends those of the body to `body`. Returns the
 * number of bytes used; fewer than `size` only if the state is then RESPONSE_DONE or RESPONSE_BAD.
 */
size_t response_feed(struct response *response, const char *bytes, size_t size,
                     struct buffer *body);

/* The connection was closed: the response is complete if its body ends with the connection, else it
 * is bad. */
void response_end(struct response *response);

/* The value of the next header with this name, in upper or lower case, after the value `after`
 * (NULL: from the start). NULL if there is none. Borrowed; its length is in *size. */
const char *response_header(const struct response *response, const char *name, const char *after,
                            size_t *size);
bool response_header_is(const struct response *response, const char *name, const char *value);

#endif
