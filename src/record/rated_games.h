/* SPDX-License-Identifier: MIT */
/* Converts an ended game for the ratings. */
#ifndef RECORD_RATED_GAMES_H
#define RECORD_RATED_GAMES_H

#include "ratings/rated_game.h"
#include "record/game_info.h"
#include "rookery/game.h"

/* The players are borrowed from `info`. False if the game does not change ratings. The caller has
 * already excluded aborted games. */
bool rated_game_describe(const struct game_info *info, rk_winner winner, size_t plies,
                         int64_t ended_at, struct rated_game *out);

#endif
