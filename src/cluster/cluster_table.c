/* SPDX-License-Identifier: MIT */
#include "cluster/cluster_table.h"

#include <string.h>

#include "base/text.h"

void cluster_table_query(struct store_job *job)
{
    store_call(job, STORE_NODES);
    store_call(job, STORE_SHARDS);
}

int cluster_table_find(const struct cluster_table *table, const char *name)
{
    for (size_t i = 0; i < table->node_count; i++)
        if (!strcmp(table->nodes[i].name, name))
            return (int)i;
    return NO_NODE;
}

bool cluster_node_is_alive(const struct cluster_node *node)
{
    return node->lease_ms > 0;
}

bool cluster_node_can_take_shards(const struct cluster_node *node)
{
    return cluster_node_is_alive(node) && !node->draining;
}

static void read_node(const struct store_job *job, struct cluster_table *out)
{
    enum { ID = 1, NUMBER, LEASE_MS, DRAINING, BEAT_AGE_MS, ADDRESS, UNTIL };
    if (out->node_count == NODES_MAX)
        return;
    struct cluster_node *node = &out->nodes[out->node_count++];
    text_copy(node->name, sizeof node->name, store_get_text(job, ID));
    text_copy(node->address, sizeof node->address, store_get_text(job, ADDRESS));
    node->number = (uint64_t)store_get_integer(job, NUMBER);
    node->lease_ms = store_get_integer(job, LEASE_MS);
    node->has_left = !store_get_integer(job, UNTIL);
    node->draining = store_get_integer(job, DRAINING) != 0;
    node->heartbeat_age_ms = store_get_integer(job, BEAT_AGE_MS);
}

static void read_shard(const struct store_job *job, struct cluster_table *out)
{
    enum { ID = 1, OWNER, EPOCH, ALIVE_UNTIL };
    const int64_t id = store_get_integer(job, ID);
    if (id < 0 || id >= SHARD_TOTAL)
        return;
    out->shards[id] =
        (struct cluster_shard){.owner = cluster_table_find(out, store_get_text(job, OWNER)),
                               .epoch = store_get_integer(job, EPOCH),
                               .alive_until = store_get_integer(job, ALIVE_UNTIL)};
}

void cluster_table_read(struct store_job *job, struct cluster_table *out)
{
    out->node_count = 0;
    while (store_next_row(job))
        if (!strcmp(store_get_text(job, 0), "node"))
            read_node(job, out);
        else
            read_shard(job, out);
}
