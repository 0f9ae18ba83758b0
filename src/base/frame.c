/* SPDX-License-Identifier: MIT */
#include "base/frame.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct frame *frame_create(const void *bytes, size_t size)
{
    struct frame *frame = malloc(sizeof *frame + size);
    if (!frame)
        return NULL;
    frame->holders = 1;
    frame->size = size;
    if (size)
        memcpy(frame->bytes, bytes, size);
    return frame;
}

struct frame *frame_hold(struct frame *frame)
{
    frame->holders++;
    return frame;
}

void frame_drop(struct frame *frame)
{
    if (!frame)
        return;
    assert(frame->holders);
    if (!--frame->holders)
        free(frame);
}
