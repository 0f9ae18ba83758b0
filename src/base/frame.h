/* SPDX-License-Identifier: MIT */
/* Bytes that many readers share and nobody changes: a message on its way to
 * thousands. Counted, not thread-safe. */
#ifndef BASE_FRAME_H
#define BASE_FRAME_H

#include <stddef.h>

struct frame {
    size_t holders;
    size_t size;
    char bytes[];
};

/* A copy of the bytes with one holder; NULL when memory has run out. */
struct frame *frame_create(const void *bytes, size_t size);
struct frame *frame_hold(struct frame *frame);
void frame_drop(struct frame *frame); /* NULL is allowed */

#endif
