/* SPDX-License-Identifier: MIT */
#include "net/eviction.h"

/* Enough to find an idle connection, few enough for a flood of new ones to stay cheap. */
enum { EXAMINED_MAX = 1024 };

static bool comes_first(const struct connection *a, enum client_rank rank_a,
                        const struct connection *b, enum client_rank rank_b)
{
    return rank_a != rank_b ? rank_a < rank_b : a->active_at < b->active_at;
}

/* The sweep turns the list around, so each search begins somewhere else. */
bool connections_evict(struct connections *connections)
{
    struct connection *victim = NULL;
    enum client_rank victim_rank = CLIENT_KNOWN;
    unsigned left = EXAMINED_MAX;
    for (struct list *node = connections->all.next; node != &connections->all && left;
         node = node->next, left--) {
        struct connection *connection = LIST_OWNER(node, struct connection, node);
        if (connection->broken || connection->finishing)
            continue;
        const enum client_rank rank = connection->protocol->rank(connection);
        if (rank < CLIENT_KNOWN &&
            (!victim || comes_first(connection, rank, victim, victim_rank))) {
            victim = connection;
            victim_rank = rank;
        }
    }
    if (!victim)
        return false;
    victim->protocol->evict(victim);
    connection_flush(victim);
    connection_break(victim);
    return true;
}
