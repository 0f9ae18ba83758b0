/* SPDX-License-Identifier: MIT */
/* Time management: how long a move may take, as a function of the clocks alone. */
#ifndef ENGINE_TIMEMAN_H
#define ENGINE_TIMEMAN_H

#include "rookery/engine.h"

/* Milliseconds. No new depth is started after `soft`; at `hard` the search stops wherever it is.
 * 0: move at once. */
struct time_budget {
    int64_t soft, hard;
};

/* For limits with a clock or a time for the move. `hard` leaves the overhead on the clock as long
 * as there is that much. The overhead does not shorten a time for the move. */
struct time_budget timeman_allocate(const rk_search_limits *limits, rk_side side, int64_t overhead);

#endif
