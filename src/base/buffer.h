/* SPDX-License-Identifier: MIT */
/* A growable byte buffer. All zeros is an empty buffer. If memory runs out, the
 * buffer is marked as failed and ignores further writes, so that you only need to
 * check `failed` once at the end. */
#ifndef BASE_BUFFER_H
#define BASE_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buffer {
    char *bytes;
    size_t size, capacity;
    bool failed;
};

void buffer_fini(struct buffer *buffer);   /* leaves an empty buffer */
void buffer_clear(struct buffer *buffer);  /* keeps the memory, resets `failed` */
void buffer_rewind(struct buffer *buffer); /* the same, but keeps `failed` */

/* Makes room for `more` bytes after the content. A caller that writes them there adds to `size`. */
bool buffer_reserve(struct buffer *buffer, size_t more);

void buffer_add(struct buffer *buffer, const void *bytes, size_t size);
void buffer_put(struct buffer *buffer, char c);
void buffer_text(struct buffer *buffer, const char *text);
void buffer_integer(struct buffer *buffer, int64_t number);

/* Appends a varint: seven bits per byte, the lowest first; the eighth bit is set if more follow. */
void buffer_varint(struct buffer *buffer, uint64_t number);
/* The same for a number of either sign, zig-zag encoded: 0, -1, 1, -2... become 0, 1, 2, 3... */
void buffer_signed_varint(struct buffer *buffer, int64_t number);
/* Appends the size as a varint, then the bytes. */
void buffer_counted(struct buffer *buffer, const void *bytes, size_t size);

/* Returns the content as a C string; "" if the buffer has failed. The NUL is not part of `size`. */
const char *buffer_cstr(struct buffer *buffer);

#endif
