/* SPDX-License-Identifier: MIT */
/* Who should own which shard. */
#ifndef CLUSTER_BALANCE_H
#define CLUSTER_BALANCE_H

#include "cluster/cluster_table.h"

/* Writes the node that should own each shard: its owner, as long as that is alive and stays, and
 * the nodes have equal shares up to one shard. All nodes that see the same table come to the same
 * result, and only what must move does. NO_NODE if there is no node to own it. */
void balance_shards(const struct cluster_table *table, int out[SHARD_TOTAL]);

#endif
