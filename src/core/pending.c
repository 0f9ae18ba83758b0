/* SPDX-License-Identifier: MIT */
#include "core/pending.h"

#include <sodium.h>
#include <stdlib.h>

void pending_list_init(struct pending_list *owner, struct server *server)
{
    list_init(&owner->requests);
    owner->server = server;
}

void *pending_create(struct pending_list *owner, size_t size)
{
    struct pending_request *request = calloc(1, size);
    if (!request)
        return NULL;
    request->server = owner->server;
    request->size = size;
    list_add(&owner->requests, &request->node);
    return request;
}

void pending_destroy(struct pending_request *request)
{
    list_remove(&request->node);
    if (request->release)
        request->release(request);
    sodium_memzero(request, request->size);
    free(request);
}

void pending_cancel_all(struct pending_list *owner)
{
    while (!list_is_empty(&owner->requests)) {
        struct pending_request *request =
            LIST_OWNER(owner->requests.next, struct pending_request, node);
        list_remove(&request->node);
        request->server = NULL;
        if (request->internal)
            pending_destroy(request);
    }
}
