/* SPDX-License-Identifier: MIT */
/* This node as a member of a cluster: it joins, renews its lease, takes the shards of nodes that
 * are dead, and hands over shards to nodes that have fewer, or all of them before it stops.
 *
 * The tables `node` and `shard` of the store decide, by the clock of the database. The bus only
 * tells the others to look at them at once; they also look at each renewal.
 *
 * The lease is not what keeps two nodes from writing to the same game: the epochs are. A node whose
 * lease has ended stops to act as an owner, and goes on if the next renewal shows that nobody has
 * taken its shards. So nothing changes hands when the database itself was away. */
#ifndef CLUSTER_MEMBERSHIP_H
#define CLUSTER_MEMBERSHIP_H

#include "cluster/cluster_table.h"
#include "core/state.h"

/* Starts to join. */
RK_MUST_USE rk_err membership_create(struct server *server);
void membership_destroy(struct server *server);

bool membership_ready(const struct server *server); /* it has joined */
/* Why this node cannot act as the owner of its shards now; NULL: it can. */
const char *membership_problem(const struct server *server);

/* The node that owns the shard, as the store has shown it last; 0: none. */
uint64_t membership_owner(const struct server *server, unsigned shard);

/* The store has refused what only the owner of a shard writes: shards_is_ours() is false until the
 * store has shown who owns what. */
void membership_invalidate(struct server *server);

/* Hands over all shards to other nodes. False: there are none, or this node has left. */
bool membership_drain(struct server *server);
bool membership_is_drained(const struct server *server);

/* Gives up the lease: other nodes need not wait for its end. Nothing of a game is written any
 * more. */
void membership_leave(struct server *server);
bool membership_has_left(const struct server *server);

/* Sets the gauges. */
void membership_collect_metrics(struct server *server);

#endif
