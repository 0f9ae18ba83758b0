/* SPDX-License-Identifier: MIT */
/* An index of the running games by player. */
#ifndef ROUNDS_PLAYER_GAMES_H
#define ROUNDS_PLAYER_GAMES_H

#include <stdbool.h>

struct list;
struct round;
struct server;

/* Adds a game to those of its players; false if out of memory. */
bool player_games_add(struct round *round);
/* The game is over or forgotten. Does nothing the second time. */
void player_games_remove(struct round *round);

/* Iterates over the running games of a player, the oldest first: start with *at = NULL; returns
 * NULL at the end. */
const struct round *player_games_next(const struct server *server, const char *id,
                                      const struct list **at);

#endif
