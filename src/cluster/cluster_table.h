/* SPDX-License-Identifier: MIT */
/* The nodes and the owners of the shards, as the store has them. */
#ifndef CLUSTER_CLUSTER_TABLE_H
#define CLUSTER_CLUSTER_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cluster/shards.h"

enum { NODES_MAX = 64, NODE_NAME_MAX = 63, NODE_ADDRESS_MAX = 127, NO_NODE = -1 };

struct cluster_node {
    char name[NODE_NAME_MAX + 1];
    char address[NODE_ADDRESS_MAX + 1];
    uint64_t number;
    int64_t lease_ms;         /* what is left of its lease; 0 or less: it is not alive */
    bool has_left;            /* and not just died */
    int64_t heartbeat_age_ms; /* time since its last heartbeat (rounds/heartbeat.h); -1: never */
    bool draining;
};

struct cluster_shard {
    int owner; /* index of a node; NO_NODE */
    int64_t epoch;
    int64_t alive_until; /* when its games were last run, before it got this owner; 0: unknown */
};

struct cluster_table {
    struct cluster_node nodes[NODES_MAX]; /* in the order of their names */
    size_t node_count;
    struct cluster_shard shards[SHARD_TOTAL];
};

/* Adds the calls that read the table to a job. */
void cluster_table_query(struct store_job *job);
/* Reads their rows. */
void cluster_table_read(struct store_job *job, struct cluster_table *out);

int cluster_table_find(const struct cluster_table *table, const char *name); /* or NO_NODE */
bool cluster_node_is_alive(const struct cluster_node *node);
/* Whether it can be given shards: it is alive and not about to stop. */
bool cluster_node_can_take_shards(const struct cluster_node *node);

#endif
