/* SPDX-License-Identifier: MIT */
/* How long a move may take: a function of the clocks and nothing else. */
#ifndef ENGINE_TIMEMAN_H
#define ENGINE_TIMEMAN_H

#include "rookery/engine.h"

/* Milliseconds. A new depth is not begun after `soft`; at `hard` the search ends
 * wherever it is. Zero: move at once. */
struct time_budget {
    int64_t soft, hard;
};

/* For limits that have a clock or a time for the move. Whatever is asked, `hard` leaves
 * the overhead on the clock while there is that much. */
struct time_budget timeman_allocate(const rk_search_limits *limits, rk_side side, int64_t overhead);

#endif
