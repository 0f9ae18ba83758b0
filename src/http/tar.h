/* SPDX-License-Identifier: MIT */
/* Writes a tar archive (POSIX ustar) into a buffer, file by file. */
#ifndef HTTP_TAR_H
#define HTTP_TAR_H

#include <stdint.h>

#include "base/buffer.h"

/* Appends a file; the name has at most 99 bytes, `at` is its time in milliseconds since 1970. */
void tar_add(struct buffer *out, const char *name, const char *bytes, size_t size, int64_t at);
/* Appends the end of the archive. */
void tar_end(struct buffer *out);

#endif
