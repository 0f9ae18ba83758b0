/* SPDX-License-Identifier: MIT */
/* The data waiting to be written to a connection. Frames are shared, not copied, and
 * many go out in one system call. An empty queue owns no memory. */
#ifndef NET_WRITE_QUEUE_H
#define NET_WRITE_QUEUE_H

#include <stdbool.h>
#include <uv.h>

#include "base/shared_buffer.h"

struct pending_write;
struct write_item;

/* All zeros is an empty queue. */
struct write_queue {
    struct write_item *first, *last;
    size_t size;                   /* bytes queued */
    uint64_t added;                /* bytes ever queued */
    struct pending_write *pending; /* what libuv is writing because the kernel's buffer was full */
    void (*written)(uv_stream_t *stream, int status); /* called when `pending` is done or failed */
};

enum { WRITE_HEAD_MAX = 20 };

/* Queues `head`, then the frame (may be NULL), then CR LF if `ends_line`. Returns
 * false when out of memory; nothing was queued then. */
bool write_queue_add(struct write_queue *queue, const void *head, size_t head_size,
                     struct shared_buffer *frame, bool ends_line);

size_t write_queue_size(const struct write_queue *queue, const uv_stream_t *stream);
/* Bytes ever written. */
uint64_t write_queue_sent(const struct write_queue *queue, const uv_stream_t *stream);

/* Removes up to `size` bytes from the front and copies them; returns how many. For a queue that is
 * never flushed. */
size_t write_queue_take(struct write_queue *queue, char *out, size_t size);

/* Writes what the kernel takes and leaves the rest to libuv, which calls `written`.
 * Returns false if the connection is broken. */
bool write_queue_flush(struct write_queue *queue, uv_stream_t *stream);

/* Drops what was not handed to libuv; closing the stream ends the rest. */
void write_queue_clear(struct write_queue *queue);

#endif
