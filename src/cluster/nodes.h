/* SPDX-License-Identifier: MIT */
/* The nodes of a cluster: the servers that share a database and a bus, as far as this one knows. A
 * node is alive while it renews its lease in the database. */
#ifndef CLUSTER_NODES_H
#define CLUSTER_NODES_H

#include "core/state.h"

RK_MUST_USE rk_err nodes_create(struct server *server);
void nodes_destroy(struct server *server);

/* The number of this node: random and not 0; it changes with each start. Messages between nodes
 * name their sender by it. */
uint64_t nodes_self(const struct server *server);
/* Whether that node is alive, as far as this one knows; this one is. */
bool nodes_is_alive(const struct server *server, uint64_t node);
/* The nodes that are alive, this one included: writes at most `max` numbers and returns the count.
 */
size_t nodes_list(const struct server *server, uint64_t *out, size_t max);

/* A module that keeps state about other nodes. Its functions may be NULL. */
struct nodes_listener {
    struct list node;
    void (*on_joined)(struct nodes_listener *listener, uint64_t node);
    /* Its lease has ended, or it has left: drop the state about it. */
    void (*on_left)(struct nodes_listener *listener, uint64_t node);
};
/* Before it returns, it calls on_joined for the other nodes that are alive. */
void nodes_listen(struct server *server, struct nodes_listener *listener);

/* For membership.c: these other nodes are alive now. */
void nodes_update(struct server *server, const uint64_t *alive, size_t count);

#endif
