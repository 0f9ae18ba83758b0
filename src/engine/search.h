/* SPDX-License-Identifier: MIT */
/* Iterative deepening: one depth after the other, until it is time to move. */
#ifndef ENGINE_SEARCH_H
#define ENGINE_SEARCH_H

#include "engine/worker.h"

/* Fills the root moves of a worker that has been set out: all legal ones, or some.
 * Returns their number. */
size_t search_list_root_moves(struct worker *worker, const rk_move *only, size_t only_count);

/* Searches until the search is stopped; the first worker stops it. Afterwards the root moves stand
 * in their order, the best first. Returns the last depth that was finished. */
unsigned search_iterate(struct worker *worker);

#endif
