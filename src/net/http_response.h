/* SPDX-License-Identifier: MIT */
/* HTTP answers as bytes: the status line and the headers every answer has. */
#ifndef NET_HTTP_RESPONSE_H
#define NET_HTTP_RESPONSE_H

#include "base/buffer.h"
#include "core/transport.h"

/* How the request wants to be answered. */
struct response_format {
    int64_t now; /* milliseconds since 1970 */
    bool is_old; /* HTTP/1.0: a stream ends with the connection */
    bool is_head;
    bool keep_alive;
};

/* Whether a stream goes out in chunks, each with its size before it. */
bool http_response_is_chunked(const struct response *answer, const struct response_format *manner);

/* Writes the head and, but for streams and HEAD, the body. A page without a policy
 * of its own gets one that allows nothing but what this server has. */
void http_response_write(struct buffer *out, const struct response *answer,
                         const struct response_format *manner);

/* The same for a refusal of our own, {"error":"..."}: `why` is plain text. More
 * headers may be NULL. */
void http_response_write_error(struct buffer *out, unsigned status, const char *why,
                               const char *more_headers, const struct response_format *manner);

#endif
