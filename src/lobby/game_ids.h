/* SPDX-License-Identifier: MIT */
/* Ids of new games, seeks and challenges. A game runs on the node that owns the shard of its id, so
 * the id decides where; the one of a seek or challenge becomes that of its game. */
#ifndef LOBBY_GAME_IDS_H
#define LOBBY_GAME_IDS_H

#include "core/state.h"

/* Draws an id of a game that runs on the node where the player is connected, if there are several
 * nodes: then half of the moves need not go to another one. It may be in use. */
void game_id_draw(struct server *server, const char *player, char out[GAME_ID_SIZE + 1]);

#endif
