/* SPDX-License-Identifier: MIT */
/* Short descriptions of the games that other nodes run, copied from each node to all others within
 * half a second (cluster/replication.h), so that who is playing and the number of a player's games
 * are known without opening them. Empty without other nodes. */
#ifndef RUNNING_RUNNING_GAMES_H
#define RUNNING_RUNNING_GAMES_H

#include "running/running_game.h"

RK_MUST_USE rk_err running_games_create(struct server *server);
void running_games_destroy(struct server *server);

/* Whether another node runs it. */
bool running_games_has(const struct server *server, const char *id);

/* Iterates over those that this node does not have in memory: start with *at = 0; NULL at the end.
 * Borrowed until the next message. */
const struct running_game *running_games_next(const struct server *server, size_t *at);
/* The same for the games of one person: start with *at = NULL. */
const struct running_game *running_games_next_of(const struct server *server, const char *player,
                                                 const struct list **at);

#endif
