/* SPDX-License-Identifier: MIT */
/* Compresses a response that is made for one request; the files of the web client are compressed
 * when the program is built. */
#ifndef HTTP_GZIP_H
#define HTTP_GZIP_H

#include "base/buffer.h"

/* Appends the gzip of the bytes to `out`. False: it failed, or is not smaller; `out` is empty then.
 */
bool gzip_write(const char *bytes, size_t size, struct buffer *out);

#endif
