/* SPDX-License-Identifier: MIT */
/* The answer to an HTTP request, read as it comes: bytes in, head and body out.
 * Knows no socket. */
#ifndef CLIENT_RESPONSE_H
#define CLIENT_RESPONSE_H

#include "base/buffer.h"

enum { RESPONSE_HEAD_MAX = 16384 };

enum response_state {
    RESPONSE_HEAD,       /* the head is not whole yet */
    RESPONSE_COUNTED,    /* so many bytes of the body are to come */
    RESPONSE_CHUNK_SIZE, /* the line before a chunk */
    RESPONSE_CHUNK,
    RESPONSE_CHUNK_END, /* the line's end behind it */
    RESPONSE_TRAILER,
    RESPONSE_TO_THE_END, /* the body lasts until the connection ends */
    RESPONSE_DONE,
    RESPONSE_BAD
};

struct response {
    enum response_state state;
    unsigned status;
    struct buffer head; /* the status line and the headers, each ended by CR LF */
    uint64_t left;      /* of the body or the chunk */
    bool no_body;       /* the request was HEAD */
    bool closes;        /* the connection ends with it */
    char line[32];      /* of a chunk's size, or how much of a trailer's line there is */
    size_t line_size;
};

void response_init(struct response *response, bool no_body);
void response_fini(struct response *response);

/* Takes bytes up to the end of the answer, and appends what is of the body to `body`.
 * Returns how many it took; less than all only when it is done or bad. */
size_t response_take(struct response *response, const char *bytes, size_t size,
                     struct buffer *body);

/* The connection has ended: done, if that was to be; else bad. */
void response_end(struct response *response);

/* The value of the first header of that name, in any case, behind `after` (NULL: the
 * first); its size is in *size. NULL if there is none. Borrowed. */
const char *response_header(const struct response *response, const char *name, const char *after,
                            size_t *size);
bool response_header_is(const struct response *response, const char *name, const char *value);

#endif
