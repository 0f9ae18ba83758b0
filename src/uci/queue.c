/* SPDX-License-Identifier: MIT */
#include "uci/queue.h"

#include <stdlib.h>
#include <string.h>

bool queue_push(struct queue *queue, const char *line, size_t size)
{
    if (queue->count == QUEUE_LINES_MAX || size > QUEUE_BYTES_MAX - queue->bytes)
        return false;
    struct queued_line *queued_line = malloc(sizeof *queued_line + size);
    if (!queued_line)
        return false;
    queued_line->next = NULL;
    queued_line->size = size;
    memcpy(queued_line->text, line, size);
    if (queue->last)
        queue->last->next = queued_line;
    else
        queue->first = queued_line;
    queue->last = queued_line;
    queue->count++;
    queue->bytes += size;
    return true;
}

struct queued_line *queue_pop(struct queue *queue)
{
    struct queued_line *queued_line = queue->first;
    if (!queued_line)
        return NULL;
    queue->first = queued_line->next;
    if (!queue->first)
        queue->last = NULL;
    queue->count--;
    queue->bytes -= queued_line->size;
    return queued_line;
}

void queue_clear(struct queue *queue)
{
    struct queued_line *queued_line;
    while ((queued_line = queue_pop(queue)))
        free(queued_line);
}
