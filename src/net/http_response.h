/* SPDX-License-Identifier: MIT */
/* Writes HTTP responses: the status line, the headers every response has, the body. */
#ifndef NET_HTTP_RESPONSE_H
#define NET_HTTP_RESPONSE_H

#include "base/buffer.h"
#include "core/transport.h"

/* What the request says about the form of the response. */
struct response_format {
    int64_t now;     /* milliseconds since 1970 */
    bool is_http_10; /* no chunks: a stream ends with the connection */
    bool is_head;
    bool is_secure; /* the client used TLS, and should do so from now on */
    bool keep_alive;
};

/* Whether a stream is sent with chunked transfer encoding. */
bool http_response_is_chunked(const struct response *response,
                              const struct response_format *format);

/* Writes the head and, except for streams, shared bodies and HEAD, the body. An HTML page without
 * a Content-Security-Policy gets one that allows only this server's own resources. */
void http_response_write(struct buffer *out, const struct response *response,
                         const struct response_format *format);

/* The same for an error: {"error":"..."}. `more_headers` may be NULL. */
void http_response_write_error(struct buffer *out, unsigned status, const char *why,
                               const char *more_headers, const struct response_format *format);

#endif
