/* SPDX-License-Identifier: MIT */
#include "rookery/clock.h"

#include <assert.h>
#include <string.h>

#include "base/minmax.h"

static int64_t clamp_to_zero(int64_t value)
{
    return value > 0 ? value : 0;
}

// Callers may pass any times: overflow wraps, and a time before the start of the turn counts as 0.
static int64_t time_between(int64_t from, int64_t to)
{
    return clamp_to_zero((int64_t)((uint64_t)to - (uint64_t)from));
}

// ---- stages ----------------------------------------------------------------------------------

/* Returns the stage a side is in after `moves` moves. Stores in *made how many of them belong to
 * this stage. */
static const rk_clock_stage *stage_after(const rk_time_control *control, unsigned side,
                                         unsigned moves, unsigned *made)
{
    const rk_clock_stage *stage = control->stages[side];
    const rk_clock_stage *last = stage + (control->stage_count ? control->stage_count - 1 : 0);
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
    const rk_clock_stage *stage = stage_after(&clock->control, side, clock->moves[side], &made);
    *moves = stage->moves ? stage->moves - made : 0;
    return *stage;
}

/* Returns how much of the current turn's time is charged: all of it, except for the delay. */
static int64_t charged_time(const rk_clock *clock, int64_t spent)
{
    unsigned moves;
    if (clock->control.kind != RK_CLOCK_DELAY)
        return spent;
    return clamp_to_zero(spent - rk_clock_stage_now(clock, (rk_side)clock->side, &moves).extra);
}

// ---- the clock -------------------------------------------------------------------------------

rk_clock rk_clock_make(const rk_time_control *control)
{
    rk_clock clock;
    memset(&clock, 0, sizeof clock); // padding too: equal clocks are equal byte by byte
    clock.control = *control;
    for (int side = 0; side < 2; side++) {
        const rk_clock_stage *stage = control->stages[side];
        // With 0+2 the flag must not fall at once.
        clock.left[side] = stage->base ? stage->base : stage->extra;
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

/* Charges the side that has moved and adds its increment. */
static void charge_move(rk_clock *clock, int64_t spent, const rk_clock_stage *stage)
{
    const int side = clock->side;
    clock->left[side] -= charged_time(clock, spent);
    switch (clock->control.kind) {
    case RK_CLOCK_FISCHER:
        clock->left[side] += stage->extra;
        break;
    case RK_CLOCK_BRONSTEIN:
        clock->left[side] += min_int64(spent, stage->extra);
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

/* Counts the move. If it completes a stage, adds the time of the next one. Once the counter is full
 * no stage is completed any more; otherwise each move could complete the same one again. */
static void count_move(rk_clock *clock)
{
    const unsigned side = clock->side;
    unsigned made;
    if (clock->moves[side] == UINT16_MAX)
        return;
    clock->moves[side]++;
    const rk_clock_stage *next = stage_after(&clock->control, side, clock->moves[side], &made);
    if (!made && clock->control.kind != RK_CLOCK_DAYS)
        clock->left[side] += next->base;
}

void rk_clock_press(rk_clock *clock, int64_t now, int64_t lag)
{
    assert(!clock->paused);
    unsigned moves;
    const rk_clock_stage stage = rk_clock_stage_now(clock, (rk_side)clock->side, &moves);
    if (clock->running)
        charge_move(clock, clamp_to_zero(rk_clock_elapsed(clock, now) - clamp_to_zero(lag)),
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
    if (clock->control.kind == RK_CLOCK_NONE)
        return INT64_MAX;
    const int64_t spent = rk_clock_elapsed(clock, now);
    if (clock->side == side)
        return clock->left[side] - charged_time(clock, spent);
    return clock->left[side] + (clock->control.kind == RK_CLOCK_HOURGLASS ? spent : 0);
}

bool rk_clock_flagged(const rk_clock *clock, rk_side side, int64_t now)
{
    return rk_clock_left(clock, side, now) <= 0;
}
