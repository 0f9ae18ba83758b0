/* SPDX-License-Identifier: MIT */
#include "base/shared_buffer.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct shared_buffer *shared_buffer_create(const void *bytes, size_t size)
{
    struct shared_buffer *frame = malloc(sizeof *frame + size);
    if (!frame)
        return NULL;
    frame->holders = 1;
    frame->size = size;
    if (size)
        memcpy(frame->bytes, bytes, size);
    return frame;
}

struct shared_buffer *shared_buffer_ref(struct shared_buffer *frame)
{
    frame->holders++;
    return frame;
}

void shared_buffer_unref(struct shared_buffer *frame)
{
    if (!frame)
        return;
    assert(frame->holders);
    if (!--frame->holders)
        free(frame);
}
