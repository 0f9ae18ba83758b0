/* SPDX-License-Identifier: MIT */
/* Bytes that many readers share and nobody changes: a message on its way to
 * thousands. Counted, not thread-safe. */
#ifndef BASE_SHARED_BUFFER_H
#define BASE_SHARED_BUFFER_H

#include <stddef.h>

struct shared_buffer {
    size_t holders;
    size_t size;
    char bytes[];
};

/* A copy of the bytes with one holder; NULL when memory has run out. */
struct shared_buffer *shared_buffer_create(const void *bytes, size_t size);
struct shared_buffer *shared_buffer_ref(struct shared_buffer *frame);
void shared_buffer_unref(struct shared_buffer *frame); /* NULL is allowed */

#endif
