/* SPDX-License-Identifier: MIT */
/* What waits to be written to a connection. Frames are shared, not copied; many of
 * them go out in one call to the kernel. Nothing is allocated while nothing waits. */
#ifndef NET_WRITE_QUEUE_H
#define NET_WRITE_QUEUE_H

#include <stdbool.h>
#include <uv.h>

#include "base/frame.h"

struct pending_write;
struct write_item;

/* All zeros is an empty one. */
struct write_queue {
    struct write_item *first, *last;
    size_t size;    /* bytes in these */
    uint64_t added; /* bytes since the beginning */
    struct pending_write
        *pending_write; /* what the loop is writing, because the kernel took no more */
    void (*landed)(uv_stream_t *stream, int status); /* it has been written, or cannot be */
};

enum { WRITE_HEAD_MAX = 20 };

/* Adds a few bytes, then a frame (NULL: none), then the end of a line if asked to.
 * False when memory has run out: nothing was added. */
bool write_queue_add(struct write_queue *queue, const void *head, size_t head_size,
                     struct frame *frame, bool ends_line);

size_t write_queue_size(const struct write_queue *queue, const uv_stream_t *stream);
uint64_t write_queue_sent(const struct write_queue *queue,
                          const uv_stream_t *stream); /* bytes, ever */

/* Writes what the kernel takes, and leaves the rest to the loop, which calls
 * `landed`. False if the connection is broken. */
bool write_queue_flush(struct write_queue *queue, uv_stream_t *stream);

/* Forgets what was not given to the loop: the stream is closed, which ends the rest. */
void write_queue_clear(struct write_queue *queue);

#endif
