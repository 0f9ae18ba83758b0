/* SPDX-License-Identifier: MIT */
/* Something asked of the store or of a worker, whose answer comes later. The
 * server may end before it does: then the promise has no server any more, and
 * whoever gets the answer only ends the promise. */
#ifndef CORE_PROMISES_H
#define CORE_PROMISES_H

#include <stddef.h>

#include "base/list.h"
#include "core/state.h"

/* Lies first in the thing that remembers what the promise is for. */
struct promise {
    struct list node;
    struct server *server; /* NULL: it has ended */
    size_t size;           /* of the whole thing */
};

/* A thing of that size, all zeros behind the promise; NULL when memory has run out. */
void *promise_begin(struct server *server, size_t size);
/* Wipes it, for there may be secrets in it, and frees it. */
void promise_end(struct promise *promise);

void promises_create(struct server *server);
void promises_abandon(struct server *server); /* the server ends: theirs is none */

#endif
