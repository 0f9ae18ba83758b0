/* SPDX-License-Identifier: MIT */
/* An immutable, reference-counted byte buffer: one message that is queued for many
 * connections. Not thread-safe. */
#ifndef BASE_SHARED_BUFFER_H
#define BASE_SHARED_BUFFER_H

#include <stddef.h>

struct shared_buffer {
    size_t references;
    size_t size;
    char bytes[];
};

/* Copies the bytes into a buffer with one reference; NULL if out of memory. */
struct shared_buffer *shared_buffer_create(const void *bytes, size_t size);
struct shared_buffer *shared_buffer_ref(struct shared_buffer *buffer);
void shared_buffer_unref(struct shared_buffer *buffer); /* NULL is allowed */

#endif
