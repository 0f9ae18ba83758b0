/* SPDX-License-Identifier: MIT */
/* Lines that wait to be obeyed: first in, first out, and not without bound. */
#ifndef UCI_QUEUE_H
#define UCI_QUEUE_H

#include <stdbool.h>
#include <stddef.h>

enum { QUEUE_LINES_MAX = 1024, QUEUE_BYTES_MAX = 4 << 20 };

struct queued_line {
    struct queued_line *next;
    size_t size;
    char text[];
};

/* All zeros is an empty one. */
struct queue {
    struct queued_line *first, *last;
    size_t count, bytes;
};

/* Copies a line; false if there is no room for it. */
bool queue_push(struct queue *queue, const char *line, size_t size);

/* The oldest, which the caller ends with free(); NULL if there is none. */
struct queued_line *queue_pop(struct queue *queue);
void queue_clear(struct queue *queue);

#endif
