/* SPDX-License-Identifier: MIT */
/* Bytes that grow at their end. All zeros is an empty one. When memory runs out
 * it is marked as failed and takes nothing more, so that a writer checks once. */
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

void buffer_fini(struct buffer *buffer);   /* leaves an empty one */
void buffer_clear(struct buffer *buffer);  /* keeps the memory; forgets a failure */
void buffer_rewind(struct buffer *buffer); /* the same, but a failure stays, for who asks at last */

/* Makes room for `more` bytes behind the content; who writes them there adds to the size. */
bool buffer_reserve(struct buffer *buffer, size_t more);

void buffer_add(struct buffer *buffer, const void *bytes, size_t size);
void buffer_put(struct buffer *buffer, char c);
void buffer_text(struct buffer *buffer, const char *text);
void buffer_integer(struct buffer *buffer, int64_t number);

/* Seven bits a byte, the lowest first; the eighth bit says that more follow. */
void buffer_varint(struct buffer *buffer, uint64_t number);

/* The content with a NUL behind it that is not counted; "" if it failed. */
const char *buffer_cstr(struct buffer *buffer);

#endif
