/* SPDX-License-Identifier: MIT */
/* What the limits of a search imply. */
#ifndef ENGINE_LIMITS_H
#define ENGINE_LIMITS_H

#include "rookery/engine.h"

/* False if only a stop ends the search. */
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
