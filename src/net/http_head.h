/* SPDX-License-Identifier: MIT */
/* Checks the head of a request byte by byte, more strictly than llhttp: what two programs could
 * read in different ways is refused. */
#ifndef NET_HTTP_HEAD_H
#define NET_HTTP_HEAD_H

#include <stddef.h>

/* Where in the head the next byte is. */
enum head_position {
    HEAD_BEFORE_REQUEST,
    HEAD_IN_REQUEST_LINE,
    HEAD_AFTER_RETURN,
    HEAD_AT_LINE_START,
    HEAD_IN_NAME,
    HEAD_IN_VALUE,
    HEAD_AFTER_LAST_RETURN,
    HEAD_END
};

/* All zeros before the first byte. */
struct http_head {
    enum head_position position;
    size_t size; /* bytes so far */
};

/* Reads up to the end of the head. Returns the error message, or NULL. */
const char *http_head_scan(struct http_head *head, const char *bytes, size_t size);

#endif
