/* SPDX-License-Identifier: MIT */
/* Detects players who lose short games on purpose to raise the rating of another. */
#ifndef RATINGS_FARMING_H
#define RATINGS_FARMING_H

#include "core/state.h"
#include "ratings/rated_game.h"

/* Whether the game is one more of a series: the winner beat the same opponent in the two games
 * before it, all three had fewer than ten plies, and the last one ended less than a day ago. */
bool farming_is_suspected(const struct server *server, const struct rated_game *game);

/* Remembers a game that has ended, on any node. */
void farming_record(struct server *server, const struct rated_game *game);

/* Reads the earlier games of these two from the store. Call it when a rated game starts: another
 * node may have run the games before it, or this one before a restart. */
void farming_load(struct server *server, const struct identity players[2]);

#endif
