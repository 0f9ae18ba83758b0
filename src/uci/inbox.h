/* SPDX-License-Identifier: MIT */
/* Lines that wait to be obeyed: first in, first out, and not without bound. */
#ifndef UCI_INBOX_H
#define UCI_INBOX_H

#include <stdbool.h>
#include <stddef.h>

enum { INBOX_LINES_MAX = 1024, INBOX_BYTES_MAX = 4 << 20 };

struct letter {
    struct letter *next;
    size_t size;
    char text[];
};

/* All zeros is an empty one. */
struct inbox {
    struct letter *first, *last;
    size_t count, bytes;
};

/* Copies a line; false if there is no room for it. */
bool inbox_put(struct inbox *inbox, const char *line, size_t size);

/* The oldest, which the caller ends with free(); NULL if there is none. */
struct letter *inbox_take(struct inbox *inbox);
void inbox_empty(struct inbox *inbox);

#endif
