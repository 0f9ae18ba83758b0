/* SPDX-License-Identifier: MIT */
/* Pending requests: each remembers who waits for an answer.
 *
 * A request belongs to an owner, which keeps a list of its pending requests in the order in which
 * they were made. The answer comes as a call of a function with the request, which that function
 * destroys. The owner may be destroyed first, and cancels all its requests. What happens to a
 * cancelled request depends on who answers it:
 *
 * - The store or a worker thread answers in any case. The request stays until then; its `server` is
 *   NULL, and the function that gets the answer does nothing but destroy it.
 * - Another module of the server (`internal`) answers nobody once the server is being destroyed, so
 *   the request is destroyed at once.
 *
 * Requests may hold passwords and tokens: their memory is wiped before it is freed. */
#ifndef CORE_PENDING_H
#define CORE_PENDING_H

#include <stdbool.h>
#include <stddef.h>

#include "base/list.h"

struct server;

/* The first member of every request. */
struct pending_request {
    struct list node;
    struct server *server; /* NULL: cancelled */
    size_t size;           /* of the whole request */
    bool internal;         /* another module answers; may change from one step to the next */
    void (*release)(struct pending_request *request); /* frees what it owns; NULL: nothing */
};

/* What the owner has. */
struct pending_list {
    struct list requests; /* the oldest first */
    struct server *server;
};

void pending_list_init(struct pending_list *owner, struct server *server);

/* A request of `size` bytes, zero after its first member, to be answered by the store or a worker.
 * NULL if out of memory. */
void *pending_create(struct pending_list *owner, size_t size);
void pending_destroy(struct pending_request *request);

void pending_cancel_all(struct pending_list *owner);

#endif
