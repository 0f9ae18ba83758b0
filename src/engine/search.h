/* SPDX-License-Identifier: MIT */
/* Iterative deepening: searches depth after depth until it is time to move. */
#ifndef ENGINE_SEARCH_H
#define ENGINE_SEARCH_H

#include "engine/worker.h"

/* Lists the root moves of a worker whose position is set: all legal moves, or those in `only`.
 * Returns their number. */
size_t search_list_root_moves(struct worker *worker, const rk_move *only, size_t only_count);

/* Runs on each thread until the search stops; worker 0 stops it. Sorts the root moves, the best
 * first. Returns the last completed depth. */
unsigned search_iterate(struct worker *worker);

#endif
