/* SPDX-License-Identifier: MIT */
#include "engine/clock.h"

enum {
    REST_OF_GAME = 34,    /* moves a game is expected to last, where nobody says */
    HORIZON = 40,         /* of moves to go, no more are looked at */
    HARD_PER_SOFT = 4,    /* a hard move may take so many times its share */
    MOST_OF_CLOCK = 35,   /* but never more than this, in hundredths of what is left */
    MOST_OF_CONTROL = 80, /* or this, for the last move before a control */
    INCREMENT_PART = 80   /* hundredths of the increment that are spent at once */
};

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t at_least_zero(int64_t a)
{
    return a > 0 ? a : 0;
}

struct allotment clock_allot(const rk_search_limits *limits, rk_side side, int64_t overhead)
{
    // 1. A time for the move alone is used to its end.
    struct allotment allot = {INT64_MAX, INT64_MAX};
    if (limits->move_time > 0)
        allot.soft = allot.hard = at_least_zero(limits->move_time - overhead);
    if (!limits->timed)
        return allot;
    // 2. What may be used is what is left, without the overhead.
    const int64_t usable = at_least_zero(limits->left[side] - overhead);
    const int64_t increment = at_least_zero(limits->increment[side]);
    const unsigned moves = limits->moves_to_go;
    const int64_t sharers = moves && moves < HORIZON ? moves : moves ? HORIZON : REST_OF_GAME;
    // 3. A share of it, and most of what comes back after the move.
    const int64_t share = usable / sharers + increment * INCREMENT_PART / 100;
    const int64_t most = usable * (moves == 1 ? MOST_OF_CONTROL : MOST_OF_CLOCK) / 100;
    allot.soft = least(allot.soft, least(share, most));
    allot.hard = least(allot.hard, least(share * HARD_PER_SOFT, most));
    return allot;
}
