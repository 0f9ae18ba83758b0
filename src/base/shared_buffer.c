/* SPDX-License-Identifier: MIT */
#include "base/shared_buffer.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct shared_buffer *shared_buffer_create(const void *bytes, size_t size)
{
    struct shared_buffer *buffer = malloc(sizeof *buffer + size);
    if (!buffer)
        return NULL;
    buffer->references = 1;
    buffer->size = size;
    if (size)
        memcpy(buffer->bytes, bytes, size);
    return buffer;
}

struct shared_buffer *shared_buffer_ref(struct shared_buffer *buffer)
{
    buffer->references++;
    return buffer;
}

void shared_buffer_unref(struct shared_buffer *buffer)
{
    if (!buffer)
        return;
    assert(buffer->references);
    if (!--buffer->references)
        free(buffer);
}
