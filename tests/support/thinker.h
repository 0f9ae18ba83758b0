/* SPDX-License-Identifier: MIT */
/* An engine as a test uses it: made, asked, and ended without a word about errors. */
#ifndef SUPPORT_THINKER_H
#define SUPPORT_THINKER_H

#include "rookery/engine.h"
#include "support/board.h"

/* Milliseconds of this machine's clock. */
int64_t wall_clock(void *context);

rk_engine *thinker(unsigned threads); /* as strong as it is, 8 MiB */
rk_engine *weak_thinker(unsigned elo, uint64_t seed);

/* One search of a position without a past. */
rk_search_result think(rk_engine *engine, rk_position pos, rk_search_limits limits);
/* The same by a new engine, to a depth. */
rk_search_result think_once(rk_position pos, unsigned depth);

/* Whether a move is one of those, separated by blanks. */
bool is_one_of(const rk_position *pos, rk_move found, const char *texts);

#endif
