/* SPDX-License-Identifier: MIT */
/* Walks through the games of a database in order and finds the occurrences of positions. Because
 * the games are sorted by their moves, a position that several games reach by the same moves is
 * computed once. */
#ifndef EXPLORER_WALK_H
#define EXPLORER_WALK_H

#include "explorer/database.h"
#include "explorer/occurrence.h"

/* Walks through the games from `begin` to `end`, `end` excluded. Only the first occurrence of a
 * position in a game counts. With `check`, a game ends at its first illegal move; without, the
 * moves must be legal. Returns false if memory runs out. */
bool walk_games(const struct database *database, uint64_t begin, uint64_t end, bool check,
                struct occurrence_writer *out);

#endif
