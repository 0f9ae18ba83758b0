/* SPDX-License-Identifier: MIT */
#include "net/write_queue.h"

#include <stdlib.h>
#include <string.h>

enum { BUFFERS_MAX = 96, BUFFERS_PER_ITEM = 3 };

struct write_item {
    struct write_item *next;
    struct shared_buffer *frame;
    size_t sent; /* bytes of it that are written */
    uint8_t head_size;
    bool ends_line;
    char head[WRITE_HEAD_MAX];
};

/* Items handed to libuv, until it has written them. */
struct pending_write {
    uv_write_t request;
    struct write_queue *queue;
    struct write_item *first;
};

static size_t item_size(const struct write_item *item)
{
    return item->head_size + (item->frame ? item->frame->size : 0) + (item->ends_line ? 2 : 0) -
           item->sent;
}

bool write_queue_add(struct write_queue *queue, const void *head, size_t head_size,
                     struct shared_buffer *frame, bool ends_line)
{
    struct write_item *item = malloc(sizeof *item);
    if (!item)
        return false;
    *item = (struct write_item){.frame = frame ? shared_buffer_ref(frame) : NULL,
                                .head_size = (uint8_t)head_size,
                                .ends_line = ends_line};
    memcpy(item->head, head, head_size);
    if (queue->last)
        queue->last->next = item;
    else
        queue->first = item;
    queue->last = item;
    queue->size += item_size(item);
    queue->added += item_size(item);
    return true;
}

size_t write_queue_size(const struct write_queue *queue, const uv_stream_t *stream)
{
    return queue->size + (queue->pending ? uv_stream_get_write_queue_size(stream) : 0);
}

uint64_t write_queue_sent(const struct write_queue *queue, const uv_stream_t *stream)
{
    return queue->added - write_queue_size(queue, stream);
}

static void free_item(struct write_item *item)
{
    shared_buffer_unref(item->frame);
    free(item);
}

static void free_items(struct write_item *first)
{
    while (first) {
        struct write_item *next = first->next;
        free_item(first);
        first = next;
    }
}

/* Adds a buffer without the first *skipped bytes, which are written already. */
static unsigned add_buffer(uv_buf_t *buffers, unsigned count, const char *bytes, size_t size,
                           size_t *skipped)
{
    if (*skipped >= size) {
        *skipped -= size;
        return count;
    }
    buffers[count] = uv_buf_init((char *)bytes + *skipped, (unsigned)(size - *skipped));
    *skipped = 0;
    return count + 1;
}

/* Collects the next buffers to write; `items` is set to the number of items they cover. */
static unsigned collect_buffers(const struct write_queue *queue, uv_buf_t buffers[BUFFERS_MAX],
                                size_t *items)
{
    unsigned count = 0;
    *items = 0;
    for (const struct write_item *item = queue->first;
         item && count + BUFFERS_PER_ITEM <= BUFFERS_MAX; item = item->next, ++*items) {
        size_t skipped = item->sent;
        count = add_buffer(buffers, count, item->head, item->head_size, &skipped);
        if (item->frame)
            count = add_buffer(buffers, count, item->frame->bytes, item->frame->size, &skipped);
        if (item->ends_line)
            count = add_buffer(buffers, count, "\r\n", 2, &skipped);
    }
    return count;
}

static struct write_item *take_first(struct write_queue *queue)
{
    struct write_item *item = queue->first;
    queue->first = item->next;
    if (!queue->first)
        queue->last = NULL;
    queue->size -= item_size(item);
    item->next = NULL;
    return item;
}

static void drop_written(struct write_queue *queue, size_t written)
{
    while (queue->first && written >= item_size(queue->first)) {
        written -= item_size(queue->first);
        free_item(take_first(queue));
    }
    if (written) {
        queue->first->sent += written;
        queue->size -= written;
    }
}

size_t write_queue_take(struct write_queue *queue, char *out, size_t size)
{
    uv_buf_t buffers[BUFFERS_MAX];
    size_t items, taken = 0;
    const unsigned count = collect_buffers(queue, buffers, &items);
    for (unsigned i = 0; i < count && taken < size; i++) {
        const size_t part = buffers[i].len < size - taken ? buffers[i].len : size - taken;
        memcpy(out + taken, buffers[i].base, part);
        taken += part;
    }
    drop_written(queue, taken);
    return taken;
}

static void finish_pending(uv_write_t *request, int status)
{
    struct pending_write *pending = request->data;
    struct write_queue *queue = pending->queue;
    uv_stream_t *stream = request->handle;
    queue->pending = NULL;
    free_items(pending->first);
    free(pending);
    queue->written(stream, status);
}

/* Hands items to libuv, which writes them when the kernel accepts more. */
static bool start_pending(struct write_queue *queue, uv_stream_t *stream)
{
    uv_buf_t buffers[BUFFERS_MAX];
    size_t items;
    const unsigned count = collect_buffers(queue, buffers, &items);
    struct pending_write *pending = calloc(1, sizeof *pending);
    if (!pending)
        return false;
    pending->request.data = pending;
    pending->queue = queue;
    if (uv_write(&pending->request, stream, buffers, count, finish_pending)) {
        free(pending);
        return false;
    }
    struct write_item **end = &pending->first;
    for (size_t i = 0; i < items; i++, end = &(*end)->next)
        *end = take_first(queue);
    queue->pending = pending;
    return true;
}

bool write_queue_flush(struct write_queue *queue, uv_stream_t *stream)
{
    while (queue->first && !queue->pending) {
        uv_buf_t buffers[BUFFERS_MAX];
        size_t items;
        const unsigned count = collect_buffers(queue, buffers, &items);
        const int written = uv_try_write(stream, buffers, count);
        if (written == UV_EAGAIN)
            return start_pending(queue, stream);
        if (written < 0)
            return false;
        drop_written(queue, (size_t)written);
    }
    return true;
}

void write_queue_clear(struct write_queue *queue)
{
    free_items(queue->first);
    queue->first = queue->last = NULL;
    queue->size = 0;
}
