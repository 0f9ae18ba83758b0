/* SPDX-License-Identifier: MIT */
/* Walks through the games of a database in order and visits their positions. Because the games are
 * sorted by their moves, a position that several games reach by the same moves is computed once. */
#ifndef EXPLORER_WALK_H
#define EXPLORER_WALK_H

#include "explorer/statistics.h"

/* Neighbouring games that reach a position by the same moves. */
typedef void walk_visit(void *context, const rk_position *pos, const struct game_range *range);

/* Walks through the games from `begin` to `end`, `end` excluded, up to the database's limit of
 * plies. Only the first occurrence of a position in a game is visited. With `check`, a game ends at
 * its first illegal move; without, the moves must be legal. Returns false if memory runs out. */
RK_MUST_USE bool walk_games(const struct database *database, uint64_t begin, uint64_t end,
                            bool check, walk_visit *visit, void *context);

#endif
