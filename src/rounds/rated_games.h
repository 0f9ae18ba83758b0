/* SPDX-License-Identifier: MIT */
/* What the ratings need to know of a game that has ended. */
#ifndef ROUNDS_RATED_GAMES_H
#define ROUNDS_RATED_GAMES_H

#include "ratings/rated_game.h"
#include "rookery/game.h"
#include "rounds/game_info.h"

/* The players are borrowed from `info`. False if the game does not change ratings; one that was
 * aborted does not, either, and the caller knows that. */
bool rated_game_describe(const struct game_info *info, rk_winner winner, size_t plies,
                         int64_t ended_at, struct rated_game *out);

#endif
