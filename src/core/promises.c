/* SPDX-License-Identifier: MIT */
#include "core/promises.h"

#include <sodium.h>
#include <stdlib.h>

void promises_create(struct server *server)
{
    list_init(&server->promises);
}

void *promise_begin(struct server *server, size_t size)
{
    struct promise *promise = calloc(1, size);
    if (!promise)
        return NULL;
    promise->server = server;
    promise->size = size;
    list_add(&server->promises, &promise->node);
    return promise;
}

void promise_end(struct promise *promise)
{
    list_remove(&promise->node);
    sodium_memzero(promise, promise->size);
    free(promise);
}

void promises_abandon(struct server *server)
{
    while (server->promises.next && !list_is_empty(&server->promises)) {
        struct promise *promise = LIST_OWNER(server->promises.next, struct promise, node);
        list_remove(&promise->node);
        promise->server = NULL;
    }
}
