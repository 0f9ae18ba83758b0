/* SPDX-License-Identifier: MIT */
/* Ids of new games, seeks and challenges. A game runs on the node that owns the shard of its id, so
 * choosing an id chooses a node. The id of a seek or challenge becomes the id of its game. */
#ifndef LOBBY_GAME_IDS_H
#define LOBBY_GAME_IDS_H

#include "core/state.h"

/* Generates the id of a new game. In a cluster, it belongs to the node where the player is
 * connected, so that half of the moves need no hop to another node. The id may already be in use.
 */
void game_id_generate(struct server *server, const char *player, char out[GAME_ID_SIZE + 1]);

#endif
