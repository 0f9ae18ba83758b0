/* SPDX-License-Identifier: MIT */
/* Compresses a response that is made for one request; the files of the web client are compressed
 * when the program is built. */
#ifndef HTTP_GZIP_H
#define HTTP_GZIP_H

#include "base/buffer.h"

struct exchange;

/* Appends the gzip of the bytes to `out`. False: it failed, or is not smaller; `out` is empty then.
 */
bool gzip_write(const char *bytes, size_t size, struct buffer *out);

/* Responds with the bytes, compressed if the client accepts it. Not for bytes with a secret, which
 * could be guessed from the size of the response. */
void gzip_respond(struct exchange *exchange, unsigned status, const char *content_type,
                  const char *bytes, size_t size);

#endif
