/* SPDX-License-Identifier: MIT */
#include "cluster/balance.h"

struct balance {
    const struct cluster_table *table;
    int *owners;
    size_t counts[NODES_MAX]; /* shards of each node */
};

static bool takes_shards(const struct balance *balance, int node)
{
    return node != NO_NODE && cluster_node_takes_shards(&balance->table->nodes[node]);
}

static void assign(struct balance *balance, unsigned shard, int node)
{
    balance->owners[shard] = node;
    if (node != NO_NODE)
        balance->counts[node]++;
}

/* The node with the fewest shards, of several the first; NO_NODE if no node takes any. */
static int find_poorest(const struct balance *balance)
{
    int found = NO_NODE;
    for (int i = 0; i < (int)balance->table->node_count; i++)
        if (takes_shards(balance, i) &&
            (found == NO_NODE || balance->counts[i] < balance->counts[found]))
            found = i;
    return found;
}

static int find_richest(const struct balance *balance)
{
    int found = NO_NODE;
    for (int i = 0; i < (int)balance->table->node_count; i++)
        if (takes_shards(balance, i) &&
            (found == NO_NODE || balance->counts[i] > balance->counts[found]))
            found = i;
    return found;
}

/* The lobby stays where it is: moving it costs more than moving games. */
static unsigned last_game_shard(const struct balance *balance, int node)
{
    unsigned shard = SHARD_COUNT;
    while (shard > 0 && balance->owners[shard - 1] != node)
        shard--;
    return shard - 1; // a node with two shards more than another has one of games
}

void balance_shards(const struct cluster_table *table, int out[SHARD_TOTAL])
{
    struct balance balance = {.table = table, .owners = out};
    for (unsigned shard = 0; shard < SHARD_TOTAL; shard++) {
        const int owner = table->shards[shard].owner;
        assign(&balance, shard, takes_shards(&balance, owner) ? owner : NO_NODE);
    }
    for (unsigned shard = 0; shard < SHARD_TOTAL; shard++)
        if (out[shard] == NO_NODE)
            assign(&balance, shard, find_poorest(&balance));
    const int any = find_poorest(&balance);
    while (any != NO_NODE) {
        const int rich = find_richest(&balance), poor = find_poorest(&balance);
        if (balance.counts[rich] <= balance.counts[poor] + 1)
            return;
        balance.counts[rich]--;
        assign(&balance, last_game_shard(&balance, rich), poor);
    }
}
