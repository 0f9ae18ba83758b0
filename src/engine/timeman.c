/* SPDX-License-Identifier: MIT */
#include "engine/timeman.h"

#include "base/minmax.h"

enum {
    EXPECTED_MOVES = 34,     /* left in the game, where `movestogo` is not given */
    MOVES_TO_GO_MAX = 40,    /* larger values of `movestogo` count as this */
    HARD_PER_SOFT = 4,       /* the hard limit is this many times the soft one */
    CLOCK_PERCENT_MAX = 35,  /* but at most this share of the clock */
    CONTROL_PERCENT_MAX = 80 /* or this, for the last move before a time control */
};

// Over thirty years. Clamping to it prevents overflows below.
static const int64_t TIME_MAX = INT64_C(1) << 40;

static int64_t clamp_time(int64_t time)
{
    return clamp_int64(time, 0, TIME_MAX);
}

struct time_budget timeman_allocate(const rk_search_limits *limits, rk_side side,
                                    int64_t move_overhead)
{
    const int64_t overhead = clamp_time(move_overhead);
    // 1. A fixed time for the move is used completely: it is how long to search, not when the move
    // must have arrived. Nothing is lost if it arrives late, so the overhead is not subtracted.
    struct time_budget budget = {INT64_MAX, INT64_MAX};
    if (limits->move_time > 0)
        budget.soft = budget.hard = clamp_time(limits->move_time);
    if (!limits->timed)
        return budget;
    // 2. The time for all expected moves: the clock and the increments, less the overheads.
    const int64_t usable = clamp_time(clamp_time(limits->left[side]) - overhead);
    const int64_t increment = clamp_time(limits->increment[side]);
    const int64_t moves_to_go = limits->moves_to_go;
    const int64_t moves = moves_to_go ? min_int64(moves_to_go, MOVES_TO_GO_MAX) : EXPECTED_MOVES;
    const int64_t total = usable + (increment - overhead) * (moves - 1);
    // 3. An equal share of it, and at most a part of the clock.
    const int64_t share = clamp_time(total / moves);
    const int64_t max = usable * (moves_to_go == 1 ? CONTROL_PERCENT_MAX : CLOCK_PERCENT_MAX) / 100;
    budget.soft = min_int64(budget.soft, min_int64(share, max));
    budget.hard = min_int64(budget.hard, min_int64(share * HARD_PER_SOFT, max));
    return budget;
}
