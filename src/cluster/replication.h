/* SPDX-License-Identifier: MIT */
/* Replicates a part of each node's state to all others: who is online there, which games run there.
 * A node publishes its changes every half second, and a snapshot of everything when another one
 * joins. Each message has a sequence number; a node that finds a gap, or may have missed something,
 * asks for a snapshot. When a node leaves, its state is dropped. Replicated state lags behind:
 * never use it for a decision that must be right. */
#ifndef CLUSTER_REPLICATION_H
#define CLUSTER_REPLICATION_H

#include "base/buffer.h"
#include "base/byte_reader.h"
#include "core/state.h"

/* The other nodes, the peers of this one, have indices below this. */
enum { REPLICATION_PEERS_MAX = 32 };

/* What is replicated. */
struct replicated_state {
    const char *subject; /* static storage, at most 14 letters */

    /* Called before each batch; NULL: nothing. `ticks` counts the calls. */
    void (*prepare)(struct server *server, unsigned ticks);
    /* Appends the next change; false: there is none. */
    bool (*take_change)(struct server *server, struct buffer *out);
    /* Appends the next part of the whole state, and drops the changes that are in it: start with
     * *at = 0; false at the end. */
    bool (*next)(struct server *server, size_t *at, struct buffer *out);

    /* Reads a change of another node and applies it; if it cannot be read, the reader fails. */
    void (*apply)(struct server *server, unsigned peer, struct byte_reader *in);
    /* The changes between these are the whole state of that node: what is not among them is gone.
     */
    void (*begin)(struct server *server, unsigned peer);
    void (*end)(struct server *server, unsigned peer);
};

struct replication;

/* *out is NULL if there are no other nodes. The state is borrowed. On failure, destroy *out, too.
 */
RK_MUST_USE rk_err replication_create(struct server *server, const struct replicated_state *state,
                                      struct replication **out);
void replication_destroy(struct replication *replication); /* NULL is allowed */

/* The node of an index; 0: none. */
uint64_t replication_peer_node(const struct replication *replication, unsigned peer);

#endif
