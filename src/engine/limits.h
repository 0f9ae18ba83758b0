/* SPDX-License-Identifier: MIT */
/* Whether the limits of a search ever end it. */
#ifndef ENGINE_LIMITS_H
#define ENGINE_LIMITS_H

#include "rookery/engine.h"

/* False if only a stop ends the search. */
RK_INLINE bool limits_have_end(const rk_search_limits *limits)
{
    return limits->timed || limits->move_time || limits->nodes || limits->depth || limits->mate;
}

#endif
