/* SPDX-License-Identifier: MIT */
/* What waits to be written to a connection. Frames are shared, not copied; many of
 * them go out in one call to the kernel. Nothing is allocated while nothing waits. */
#ifndef NET_OUTBOX_H
#define NET_OUTBOX_H

#include <stdbool.h>
#include <uv.h>

#include "base/frame.h"

struct flight;
struct parcel;

/* All zeros is an empty one. */
struct outbox {
    struct parcel *first, *last;
    size_t size;           /* bytes in these */
    uint64_t added;        /* bytes since the beginning */
    struct flight *flight; /* what the loop is writing, because the kernel took no more */
    void (*landed)(uv_stream_t *stream, int status); /* it has been written, or cannot be */
};

enum { PARCEL_HEAD_MAX = 20 };

/* Adds a few bytes, then a frame (NULL: none), then the end of a line if asked to.
 * False when memory has run out: nothing was added. */
bool outbox_add(struct outbox *outbox, const void *head, size_t head_size, struct frame *frame,
                bool ends_line);

size_t outbox_waiting(const struct outbox *outbox, const uv_stream_t *stream);
uint64_t outbox_sent(const struct outbox *outbox, const uv_stream_t *stream); /* bytes, ever */

/* Writes what the kernel takes, and leaves the rest to the loop, which calls
 * `landed`. False if the connection is broken. */
bool outbox_flush(struct outbox *outbox, uv_stream_t *stream);

/* Forgets what was not given to the loop: the stream is closed, which ends the rest. */
void outbox_clear(struct outbox *outbox);

#endif
