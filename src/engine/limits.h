/* SPDX-License-Identifier: MIT */
/* Properties of the limits of a search. */
#ifndef ENGINE_LIMITS_H
#define ENGINE_LIMITS_H

#include "rookery/engine.h"

/* Whether the search ends without a stop. */
RK_INLINE bool limits_have_end(const rk_search_limits *limits)
{
    return limits->timed || limits->move_time || limits->nodes || limits->depth || limits->mate;
}

/* Whether the search depends on nothing but the position and the limits, with one thread. */
RK_INLINE bool limits_are_repeatable(const rk_search_limits *limits)
{
    return limits_have_end(limits) && !limits->timed && !limits->move_time && !limits->ponder;
}

#endif
