/* SPDX-License-Identifier: MIT */
/* This node as a member of a cluster: it joins, renews its lease, takes the shards of nodes that
 * are dead, and hands over shards to nodes that have fewer, or all of them before it stops.
 *
 * The tables `node` and `shard` of the store are authoritative, and leases end by the clock of the
 * database. A message on the bus only makes the others read the tables at once; they also read them
 * with each renewal.
 *
 * The epochs, not the leases, keep two nodes from writing to the same game. A node whose lease has
 * ended stops acting as an owner, and continues if the next renewal shows that nobody has taken its
 * shards. So no shard moves when the database itself was unavailable. */
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

/* The node that owned the shard when the tables were last read; 0: none. */
uint64_t membership_owner(const struct server *server, unsigned shard);

/* Call when the store has refused a write that only the owner of a shard may make: shard_is_ours()
 * is false until the tables have been read again. */
void membership_invalidate(struct server *server);

/* Hands over all shards to other nodes. False: there are none, or this node has left. */
bool membership_drain(struct server *server);
bool membership_is_drained(const struct server *server);

/* Gives up the lease, so that other nodes need not wait for its end. Call it when no more games are
 * written. */
void membership_leave(struct server *server);
bool membership_has_left(const struct server *server);

/* Sets the gauges. */
void membership_collect_metrics(struct server *server);

#endif
