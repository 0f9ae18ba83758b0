/* SPDX-License-Identifier: MIT */
#include "rookery/clock.h"

#include <assert.h>
#include <string.h>

static int64_t at_most(int64_t value, int64_t most)
{
    return value < most ? value : most;
}

static int64_t at_least_zero(int64_t value)
{
    return value > 0 ? value : 0;
}

// Times come from outside: what does not fit wraps, and a time before the start of a turn is none.
static int64_t time_between(int64_t from, int64_t to)
{
    return at_least_zero((int64_t)((uint64_t)to - (uint64_t)from));
}

// ---- stages ----------------------------------------------------------------------------------

/* The stage a side is in after `moves` moves; *made: how many of them in it. */
static const rk_clock_stage *stage_after(const rk_time_control *rule, unsigned side, unsigned moves,
                                         unsigned *made)
{
    const rk_clock_stage *stage = rule->stages[side];
    const rk_clock_stage *last = stage + (rule->stage_count ? rule->stage_count - 1 : 0);
    while (stage < last && stage->moves && moves >= stage->moves)
        moves -= stage++->moves;
    if (stage->moves)
        moves %= stage->moves;
    *made = moves;
    return stage;
}

rk_clock_stage rk_clock_stage_now(const rk_clock *clock, rk_side side, unsigned *moves)
{
    unsigned made;
    const rk_clock_stage *stage = stage_after(&clock->rule, side, clock->moves[side], &made);
    *moves = stage->moves ? stage->moves - made : 0;
    return *stage;
}

/* What a side that is in its turn has been charged for after `spent` of it. */
static int64_t charge(const rk_clock *clock, int64_t spent)
{
    unsigned moves;
    if (clock->rule.kind != RK_CLOCK_DELAY)
        return spent;
    return at_least_zero(spent - rk_clock_stage_now(clock, (rk_side)clock->side, &moves).extra);
}

// ---- the clock -------------------------------------------------------------------------------

rk_clock rk_clock_make(const rk_time_control *rule)
{
    rk_clock clock;
    memset(&clock, 0, sizeof clock); // padding too: clocks that are the same are so to the byte
    clock.rule = *rule;
    for (int side = 0; side < 2; side++) {
        const rk_clock_stage *stage = rule->stages[side];
        clock.left[side] = stage->base ? stage->base : stage->extra; // else 0+2 were lost at once
    }
    return clock;
}

void rk_clock_start(rk_clock *clock, rk_side side, int64_t now)
{
    clock->side = (uint8_t)side;
    clock->since = now;
    clock->running = true;
    clock->paused = false;
}

int64_t rk_clock_elapsed(const rk_clock *clock, int64_t now)
{
    if (!clock->running)
        return 0;
    return clock->paused ? clock->since : time_between(clock->since, now);
}

/* Charges the side that has moved, and gives it what its kind of clock gives. */
static void settle_move(rk_clock *clock, int64_t spent, const rk_clock_stage *stage)
{
    const int side = clock->side;
    clock->left[side] -= charge(clock, spent);
    switch (clock->rule.kind) {
    case RK_CLOCK_FISCHER:
        clock->left[side] += stage->extra;
        break;
    case RK_CLOCK_BRONSTEIN:
        clock->left[side] += at_most(spent, stage->extra);
        break;
    case RK_CLOCK_HOURGLASS:
        clock->left[!side] += spent;
        break;
    case RK_CLOCK_DAYS:
        clock->left[side] = stage->base;
        break;
    case RK_CLOCK_NONE:
    case RK_CLOCK_DELAY:
        break;
    }
}

/* Counts the move; a stage that begins behind it brings its time. */
static void count_move(rk_clock *clock)
{
    const unsigned side = clock->side;
    unsigned made;
    if (clock->moves[side] < UINT16_MAX)
        clock->moves[side]++;
    const rk_clock_stage *next = stage_after(&clock->rule, side, clock->moves[side], &made);
    if (!made && clock->rule.kind != RK_CLOCK_DAYS)
        clock->left[side] += next->base;
}

void rk_clock_press(rk_clock *clock, int64_t now, int64_t lag)
{
    assert(!clock->paused);
    unsigned moves;
    const rk_clock_stage stage = rk_clock_stage_now(clock, (rk_side)clock->side, &moves);
    if (clock->running)
        settle_move(clock, at_least_zero(rk_clock_elapsed(clock, now) - at_least_zero(lag)),
                    &stage);
    count_move(clock);
    clock->side = !clock->side;
    clock->since = now;
    clock->running |= clock->moves[RK_WHITE] && clock->moves[RK_BLACK];
}

void rk_clock_pause(rk_clock *clock, int64_t now)
{
    if (clock->paused)
        return;
    clock->since = rk_clock_elapsed(clock, now);
    clock->paused = true;
}

void rk_clock_resume(rk_clock *clock, int64_t now)
{
    if (!clock->paused)
        return;
    clock->since = (int64_t)((uint64_t)now - (uint64_t)clock->since);
    clock->paused = false;
}

void rk_clock_add(rk_clock *clock, rk_side side, int64_t milliseconds)
{
    clock->left[side] += milliseconds;
}

int64_t rk_clock_left(const rk_clock *clock, rk_side side, int64_t now)
{
    if (clock->rule.kind == RK_CLOCK_NONE)
        return INT64_MAX;
    const int64_t spent = rk_clock_elapsed(clock, now);
    if (clock->side == side)
        return clock->left[side] - charge(clock, spent);
    return clock->left[side] + (clock->rule.kind == RK_CLOCK_HOURGLASS ? spent : 0);
}

bool rk_clock_flagged(const rk_clock *clock, rk_side side, int64_t now)
{
    return rk_clock_left(clock, side, now) <= 0;
}
