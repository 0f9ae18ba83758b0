/* SPDX-License-Identifier: MIT */
/* Something asked of the store or of a worker, whose answer comes later. The
 * server may end before it does: then the errand has no server any more, and
 * whoever gets the answer only ends the errand. */
#ifndef SERVER_ERRANDS_H
#define SERVER_ERRANDS_H

#include <stddef.h>

#include "base/list.h"
#include "server/state.h"

/* Lies first in the thing that remembers what the errand is for. */
struct errand {
    struct list node;
    struct server *server; /* NULL: it has ended */
    size_t size;           /* of the whole thing */
};

/* A thing of that size, all zeros behind the errand; NULL when memory has run out. */
void *errand_begin(struct server *server, size_t size);
/* Wipes it, for there may be secrets in it, and frees it. */
void errand_end(struct errand *errand);

void errands_create(struct server *server);
void errands_abandon(struct server *server); /* the server ends: theirs is none */

#endif
