/* SPDX-License-Identifier: MIT */
#include "cluster/nodes.h"

#include <stdlib.h>
#include <string.h>

#include "cluster/cluster_table.h"

struct nodes {
    struct list listeners; /* struct nodes_listener */
    uint64_t own;
    uint64_t others[NODES_MAX]; /* that are alive */
    size_t count;
};

rk_err nodes_create(struct server *server)
{
    struct nodes *nodes = calloc(1, sizeof *nodes);
    if (!nodes)
        return RK_NO_MEMORY;
    list_init(&nodes->listeners);
    nodes->own = server_random(server) | 1;
    server->nodes = nodes;
    return RK_OK;
}

void nodes_destroy(struct server *server)
{
    free(server->nodes);
    server->nodes = NULL;
}

// ---- asking ----------------------------------------------------------------------------------

static bool has_node(const uint64_t *numbers, size_t count, uint64_t number)
{
    for (size_t i = 0; i < count; i++)
        if (numbers[i] == number)
            return true;
    return false;
}

uint64_t nodes_self(const struct server *server)
{
    return server->nodes->own;
}

bool nodes_is_alive(const struct server *server, uint64_t node)
{
    const struct nodes *nodes = server->nodes;
    return node == nodes->own || has_node(nodes->others, nodes->count, node);
}

size_t nodes_list(const struct server *server, uint64_t *out, size_t max)
{
    const struct nodes *nodes = server->nodes;
    for (size_t i = 0; i <= nodes->count && i < max; i++)
        out[i] = i ? nodes->others[i - 1] : nodes->own;
    return nodes->count + 1;
}

// ---- listeners -------------------------------------------------------------------------------

static void notify_listeners(struct nodes *nodes, uint64_t node, bool joined)
{
    for (struct list *at = nodes->listeners.next, *next; at != &nodes->listeners; at = next) {
        struct nodes_listener *listener = LIST_OWNER(at, struct nodes_listener, node);
        next = at->next;
        if (joined && listener->on_joined)
            listener->on_joined(listener, node);
        else if (!joined && listener->on_left)
            listener->on_left(listener, node);
    }
}

void nodes_listen(struct server *server, struct nodes_listener *listener)
{
    struct nodes *nodes = server->nodes;
    list_add(&nodes->listeners, &listener->node);
    for (size_t i = 0; listener->on_joined && i < nodes->count; i++)
        listener->on_joined(listener, nodes->others[i]);
}

void nodes_update(struct server *server, const uint64_t *alive, size_t count)
{
    struct nodes *nodes = server->nodes;
    uint64_t before[NODES_MAX];
    const size_t before_count = nodes->count;
    memcpy(before, nodes->others, sizeof before);
    memcpy(nodes->others, alive, count * sizeof *alive);
    nodes->count = count;
    for (size_t i = 0; i < before_count; i++)
        if (!has_node(alive, count, before[i]))
            notify_listeners(nodes, before[i], false);
    for (size_t i = 0; i < count; i++)
        if (!has_node(before, before_count, alive[i]))
            notify_listeners(nodes, alive[i], true);
}
