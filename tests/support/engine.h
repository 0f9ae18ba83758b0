/* SPDX-License-Identifier: MIT */
/* Engines for tests. Errors fail the test. */
#ifndef SUPPORT_ENGINE_H
#define SUPPORT_ENGINE_H

#include "rookery/engine.h"
#include "support/board.h"

rk_engine *make_engine(unsigned threads); /* full strength, 8 MiB hash */
rk_engine *make_weak_engine(unsigned elo, uint64_t seed);

/* Searches a position without game history. */
rk_search_result search_position(rk_engine *engine, rk_position pos, rk_search_limits limits);
/* Searches with a new engine. */
rk_search_result search_to_depth(rk_position pos, unsigned depth);

/* Whether a move is one of `texts`, in UCI notation, separated by blanks. */
bool is_one_of(const rk_position *pos, rk_move found, const char *texts);

#endif
