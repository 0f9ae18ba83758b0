/* SPDX-License-Identifier: MIT */
#include "net/outbox.h"

#include <stdlib.h>
#include <string.h>

enum { BUFFERS_MAX = 96, BUFFERS_OF_PARCEL = 3 };

struct parcel {
    struct parcel *next;
    struct frame *frame;
    size_t sent; /* bytes of it that are written */
    uint8_t head_size;
    bool ends_line;
    char head[PARCEL_HEAD_MAX];
};

/* Parcels that were handed to the loop, until it has written them. */
struct flight {
    uv_write_t request;
    struct outbox *outbox;
    struct parcel *first;
};

static size_t size_of(const struct parcel *parcel)
{
    return parcel->head_size + (parcel->frame ? parcel->frame->size : 0) +
           (parcel->ends_line ? 2 : 0) - parcel->sent;
}

bool outbox_add(struct outbox *outbox, const void *head, size_t head_size, struct frame *frame,
                bool ends_line)
{
    struct parcel *parcel = malloc(sizeof *parcel);
    if (!parcel)
        return false;
    *parcel = (struct parcel){.frame = frame ? frame_hold(frame) : NULL,
                              .head_size = (uint8_t)head_size,
                              .ends_line = ends_line};
    memcpy(parcel->head, head, head_size);
    if (outbox->last)
        outbox->last->next = parcel;
    else
        outbox->first = parcel;
    outbox->last = parcel;
    outbox->size += size_of(parcel);
    outbox->added += size_of(parcel);
    return true;
}

size_t outbox_waiting(const struct outbox *outbox, const uv_stream_t *stream)
{
    return outbox->size + (outbox->flight ? uv_stream_get_write_queue_size(stream) : 0);
}

uint64_t outbox_sent(const struct outbox *outbox, const uv_stream_t *stream)
{
    return outbox->added - outbox_waiting(outbox, stream);
}

static void free_parcel(struct parcel *parcel)
{
    frame_drop(parcel->frame);
    free(parcel);
}

static void free_parcels(struct parcel *first)
{
    while (first) {
        struct parcel *next = first->next;
        free_parcel(first);
        first = next;
    }
}

/* Without the bytes that are written already. */
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

/* The next buffers to write; `parcels` says how many parcels that is. */
static unsigned collect(const struct outbox *outbox, uv_buf_t buffers[BUFFERS_MAX], size_t *parcels)
{
    unsigned count = 0;
    *parcels = 0;
    for (const struct parcel *parcel = outbox->first;
         parcel && count + BUFFERS_OF_PARCEL <= BUFFERS_MAX; parcel = parcel->next, ++*parcels) {
        size_t skipped = parcel->sent;
        count = add_buffer(buffers, count, parcel->head, parcel->head_size, &skipped);
        if (parcel->frame)
            count = add_buffer(buffers, count, parcel->frame->bytes, parcel->frame->size, &skipped);
        if (parcel->ends_line)
            count = add_buffer(buffers, count, "\r\n", 2, &skipped);
    }
    return count;
}

static struct parcel *take_first(struct outbox *outbox)
{
    struct parcel *parcel = outbox->first;
    outbox->first = parcel->next;
    if (!outbox->first)
        outbox->last = NULL;
    outbox->size -= size_of(parcel);
    parcel->next = NULL;
    return parcel;
}

static void forget_written(struct outbox *outbox, size_t written)
{
    while (outbox->first && written >= size_of(outbox->first)) {
        written -= size_of(outbox->first);
        free_parcel(take_first(outbox));
    }
    if (written) {
        outbox->first->sent += written;
        outbox->size -= written;
    }
}

static void land(uv_write_t *request, int status)
{
    struct flight *flight = request->data;
    struct outbox *outbox = flight->outbox;
    uv_stream_t *stream = request->handle;
    outbox->flight = NULL;
    free_parcels(flight->first);
    free(flight);
    outbox->landed(stream, status);
}

/* The loop writes on when the kernel takes more. */
static bool take_off(struct outbox *outbox, uv_stream_t *stream)
{
    uv_buf_t buffers[BUFFERS_MAX];
    size_t parcels;
    const unsigned count = collect(outbox, buffers, &parcels);
    struct flight *flight = calloc(1, sizeof *flight);
    if (!flight)
        return false;
    flight->request.data = flight;
    flight->outbox = outbox;
    if (uv_write(&flight->request, stream, buffers, count, land)) {
        free(flight);
        return false;
    }
    struct parcel **end = &flight->first;
    for (size_t i = 0; i < parcels; i++, end = &(*end)->next)
        *end = take_first(outbox);
    outbox->flight = flight;
    return true;
}

bool outbox_flush(struct outbox *outbox, uv_stream_t *stream)
{
    while (outbox->first && !outbox->flight) {
        uv_buf_t buffers[BUFFERS_MAX];
        size_t parcels;
        const unsigned count = collect(outbox, buffers, &parcels);
        const int written = uv_try_write(stream, buffers, count);
        if (written == UV_EAGAIN)
            return take_off(outbox, stream);
        if (written < 0)
            return false;
        forget_written(outbox, (size_t)written);
    }
    return true;
}

void outbox_clear(struct outbox *outbox)
{
    free_parcels(outbox->first);
    outbox->first = outbox->last = NULL;
    outbox->size = 0;
}
