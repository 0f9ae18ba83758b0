/* SPDX-License-Identifier: MIT */
#include "cluster/balance.h"

struct balance {
    const struct cluster_table *table;
    int *owners;
    size_t counts[NODES_MAX]; /* shards of each node */
};

static bool can_take_shards(const struct balance *balance, int node)
{
    return node != NO_NODE && cluster_node_can_take_shards(&balance->table->nodes[node]);
}

static void assign(struct balance *balance, unsigned shard, int node)
{
    balance->owners[shard] = node;
    if (node != NO_NODE)
        balance->counts[node]++;
}

/* The node with the fewest shards, the first one if there is a tie; NO_NODE if no node can take
 * shards. */
static int find_least_loaded(const struct balance *balance)
{
    int found = NO_NODE;
    for (int i = 0; i < (int)balance->table->node_count; i++)
        if (can_take_shards(balance, i) &&
            (found == NO_NODE || balance->counts[i] < balance->counts[found]))
            found = i;
    return found;
}

static int find_most_loaded(const struct balance *balance)
{
    int found = NO_NODE;
    for (int i = 0; i < (int)balance->table->node_count; i++)
        if (can_take_shards(balance, i) &&
            (found == NO_NODE || balance->counts[i] > balance->counts[found]))
            found = i;
    return found;
}

/* The last shard of games that the node owns. The lobby is never moved to balance the load, because
 * moving it costs more than moving games. */
static unsigned last_game_shard(const struct balance *balance, int node)
{
    unsigned shard = SHARD_COUNT;
    while (shard > 0 && balance->owners[shard - 1] != node)
        shard--;
    return shard - 1; // with at least two shards, the node has one that is not the lobby
}

void balance_shards(const struct cluster_table *table, int out[SHARD_TOTAL])
{
    struct balance balance = {.table = table, .owners = out};
    for (unsigned shard = 0; shard < SHARD_TOTAL; shard++) {
        const int owner = table->shards[shard].owner;
        assign(&balance, shard, can_take_shards(&balance, owner) ? owner : NO_NODE);
    }
    for (unsigned shard = 0; shard < SHARD_TOTAL; shard++)
        if (out[shard] == NO_NODE)
            assign(&balance, shard, find_least_loaded(&balance));
    const int any = find_least_loaded(&balance);
    while (any != NO_NODE) {
        const int from = find_most_loaded(&balance), to = find_least_loaded(&balance);
        if (balance.counts[from] <= balance.counts[to] + 1)
            return;
        balance.counts[from]--;
        assign(&balance, last_game_shard(&balance, from), to);
    }
}
