/* SPDX-License-Identifier: MIT */
#include "accounts/presence_copies.h"

#include "accounts/presence_change.h"
#include "cluster/copies.h"
#include "cluster/nodes.h"

enum { AWAY_TICKS = 10 /* between two looks at who has become away */ };

_Static_assert((int)PRESENCE_NODES_MAX == (int)COPIES_NODES_MAX, "the same numbers of nodes");

static void note_away(struct server *server, unsigned ticks)
{
    if (ticks % AWAY_TICKS == 0)
        presence_note_away(server);
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
        ; // those who have gone are not named
    if (!presence_next_local(server, at, &change))
        return false;
    presence_change_write(&change, out);
    return true;
}

static void apply_change(struct server *server, unsigned place, struct byte_reader *in)
{
    struct presence_change change;
    presence_change_read(in, &change);
    if (!in->failed)
        presence_set_elsewhere(server, place, &change);
}

static const struct copied_state people = {.subject = "presence",
                                           .prepare = note_away,
                                           .take_change = take_change,
                                           .next = write_next,
                                           .apply = apply_change,
                                           .begin = presence_begin_elsewhere,
                                           .end = presence_end_elsewhere};

rk_err presence_copies_create(struct server *server)
{
    return copies_create(server, &people, &server->presence_copies);
}

void presence_copies_destroy(struct server *server)
{
    copies_destroy(server->presence_copies);
    server->presence_copies = NULL;
}

uint64_t presence_node_of(const struct server *server, const char *who)
{
    if (!server->presence_copies)
        return 0;
    if (presence_connections(server, who))
        return nodes_own(server);
    const uint32_t places = presence_elsewhere(server, who);
    for (unsigned i = 0; i < PRESENCE_NODES_MAX; i++)
        if (places >> i & 1)
            return copies_node(server->presence_copies, i);
    return 0;
}
