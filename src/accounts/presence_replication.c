/* SPDX-License-Identifier: MIT */
#include "accounts/presence_replication.h"

#include "accounts/presence.h"
#include "accounts/presence_change.h"
#include "cluster/nodes.h"
#include "cluster/replication.h"

enum { AWAY_TICKS = 10 /* between two checks for idle users */ };

_Static_assert((int)PRESENCE_PEERS_MAX == (int)REPLICATION_PEERS_MAX, "the same numbers of nodes");

static void note_away(struct server *server, unsigned ticks)
{
    if (ticks % AWAY_TICKS == 0)
        presence_detect_idle(server);
}

static bool take_change(struct server *server, struct buffer *out)
{
    struct presence_change change;
    if (!presence_take_change(server, &change))
        return false;
    presence_change_write(&change, out);
    return true;
}

static bool write_next(struct server *server, size_t *at, struct buffer *out)
{
    struct presence_change change;
    while (!*at && presence_take_change(server, &change))
        ; // the snapshot has only those who are online
    if (!presence_next_local(server, at, &change))
        return false;
    presence_change_write(&change, out);
    return true;
}

static void apply_change(struct server *server, unsigned peer, struct byte_reader *in)
{
    struct presence_change change;
    presence_change_read(in, &change);
    if (!in->failed)
        presence_set_remote(server, peer, &change);
}

static const struct replicated_state people = {.subject = "presence",
                                               .prepare = note_away,
                                               .take_change = take_change,
                                               .next = write_next,
                                               .apply = apply_change,
                                               .begin = presence_begin_snapshot,
                                               .end = presence_end_snapshot};

rk_err presence_replication_create(struct server *server)
{
    return replication_create(server, &people, &server->presence_replication);
}

void presence_replication_destroy(struct server *server)
{
    replication_destroy(server->presence_replication);
    server->presence_replication = NULL;
}

uint64_t presence_node_of(const struct server *server, const char *who)
{
    if (!server->presence_replication)
        return 0;
    if (presence_connections(server, who))
        return nodes_self(server);
    const uint32_t peers = presence_peers(server, who);
    for (unsigned i = 0; i < PRESENCE_PEERS_MAX; i++)
        if (peers >> i & 1)
            return replication_peer_node(server->presence_replication, i);
    return 0;
}
