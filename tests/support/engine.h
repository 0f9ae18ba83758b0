/* SPDX-License-Identifier: MIT */
/* An engine as a test uses it: made, asked, and ended without a word about errors. */
#ifndef SUPPORT_ENGINE_H
#define SUPPORT_ENGINE_H

#include "rookery/engine.h"
#include "support/board.h"

rk_engine *make_engine(unsigned threads); /* as strong as it is, 8 MiB */
rk_engine *make_weak_engine(unsigned elo, uint64_t seed);

/* One search of a position without a past. */
rk_search_result search_position(rk_engine *engine, rk_position pos, rk_search_limits limits);
/* The same by a new engine, to a depth. */
rk_search_result search_to_depth(rk_position pos, unsigned depth);

/* Whether a move is one of those, separated by blanks. */
bool is_one_of(const rk_position *pos, rk_move found, const char *texts);

#endif
