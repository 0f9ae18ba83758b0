/* SPDX-License-Identifier: MIT */
#include "lobby/game_ids.h"

#include "accounts/presence_replication.h"
#include "cluster/membership.h"

/* Enough in most cases to find a shard of one of 32 nodes. */
enum { TRIES_MAX = 100 };

void game_id_generate(struct server *server, const char *player, char out[GAME_ID_SIZE + 1])
{
    const uint64_t node = presence_node_of(server, player);
    int tries = 0;
    do
        server_make_id(server, out);
    while (node && ++tries < TRIES_MAX && membership_owner(server, shard_of_game(out)) != node);
}
