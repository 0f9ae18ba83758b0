/* SPDX-License-Identifier: MIT */
/* The opening of a stored game, by its moves. */
#ifndef EXPLORER_GAME_OPENING_H
#define EXPLORER_GAME_OPENING_H

#include "explorer/database.h"
#include "rookery/opening.h"

/* Its `ply` is 0 if the game has none. */
rk_opening_line game_opening(const struct database *database, const struct database_game *game);

#endif
