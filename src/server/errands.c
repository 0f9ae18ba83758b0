/* SPDX-License-Identifier: MIT */
#include "server/errands.h"

#include <sodium.h>
#include <stdlib.h>

void errands_create(struct server *server)
{
    list_init(&server->errands);
}

void *errand_begin(struct server *server, size_t size)
{
    struct errand *errand = calloc(1, size);
    if (!errand)
        return NULL;
    errand->server = server;
    errand->size = size;
    list_add(&server->errands, &errand->node);
    return errand;
}

void errand_end(struct errand *errand)
{
    list_remove(&errand->node);
    sodium_memzero(errand, errand->size);
    free(errand);
}

void errands_abandon(struct server *server)
{
    while (server->errands.next && !list_is_empty(&server->errands)) {
        struct errand *errand = LIST_OWNER(server->errands.next, struct errand, node);
        list_remove(&errand->node);
        errand->server = NULL;
    }
}
