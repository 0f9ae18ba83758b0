/* SPDX-License-Identifier: MIT */
/* HTTP answers as bytes: the status line and the headers every answer has. */
#ifndef NET_ANSWER_H
#define NET_ANSWER_H

#include "base/buffer.h"
#include "core/outlet.h"

/* How the request wants to be answered. */
struct answer_manner {
    int64_t now; /* milliseconds since 1970 */
    bool is_old; /* HTTP/1.0: a stream ends with the connection */
    bool is_head;
    bool keep_alive;
};

/* Whether a stream goes out in chunks, each with its size before it. */
bool answer_is_chunked(const struct answer *answer, const struct answer_manner *manner);

/* Writes the head and, but for streams and HEAD, the body. A page without a policy
 * of its own gets one that allows nothing but what this server has. */
void answer_write(struct buffer *out, const struct answer *answer,
                  const struct answer_manner *manner);

/* The same for a refusal of our own, {"error":"..."}: `why` is plain text. More
 * headers may be NULL. */
void answer_write_refusal(struct buffer *out, unsigned status, const char *why,
                          const char *more_headers, const struct answer_manner *manner);

#endif
