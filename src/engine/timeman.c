/* SPDX-License-Identifier: MIT */
#include "engine/timeman.h"

enum {
    REST_OF_GAME = 34,   /* moves a game is expected to last, where nobody says */
    HORIZON = 40,        /* of moves to go, no more are looked at */
    HARD_PER_SOFT = 4,   /* a hard move may take so many times its share */
    MOST_OF_CLOCK = 35,  /* but never more than this, in hundredths of what is left */
    MOST_OF_CONTROL = 80 /* or this, for the last move before a control */
};

// A year and more: what is said to be longer is as good as that, and overflows nothing.
static const int64_t longest = INT64_C(1) << 40;

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t bounded(int64_t a)
{
    return a > 0 ? least(a, longest) : 0;
}

struct time_budget timeman_allocate(const rk_search_limits *limits, rk_side side, int64_t asked)
{
    const int64_t overhead = bounded(asked);
    // 1. A time for the move alone is used to its end.
    struct time_budget allot = {INT64_MAX, INT64_MAX};
    if (limits->move_time > 0)
        allot.soft = allot.hard = bounded(bounded(limits->move_time) - overhead);
    if (!limits->timed)
        return allot;
    // 2. What the moves that are expected have together: the clock, what comes back after
    //    each of them, and without what each loses on its way.
    const int64_t usable = bounded(bounded(limits->left[side]) - overhead);
    const int64_t increment = bounded(limits->increment[side]);
    const int64_t moves = limits->moves_to_go;
    const int64_t sharers = moves ? least(moves, HORIZON) : REST_OF_GAME;
    const int64_t pool = usable + (increment - overhead) * (sharers - 1);
    // 3. A share of it, bounded by a part of what is there now.
    const int64_t share = bounded(pool / sharers);
    const int64_t most = usable * (moves == 1 ? MOST_OF_CONTROL : MOST_OF_CLOCK) / 100;
    allot.soft = least(allot.soft, least(share, most));
    allot.hard = least(allot.hard, least(share * HARD_PER_SOFT, most));
    return allot;
}
