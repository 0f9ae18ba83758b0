/* SPDX-License-Identifier: MIT */
/* Time management: simulated games, none of which is lost on time. */
#include "engine/timeman.h"

#include "support/board.h"

enum { OVERHEAD = 10, GAMES = 1000, GAME_MOVES = 300 };

struct control {
    int64_t base, increment;
    unsigned moves; /* per time control; 0: sudden death */
};

static const struct control controls[] = {
    {1000, 1, 0},  {100, 1, 0},  {30, 1, 0},        {2000, 20, 0},       {10000, 100, 0},
    {60000, 0, 0}, {3000, 0, 0}, {180000, 2000, 0}, {5400000, 30000, 0}, {10000, 0, 40},
    {1000, 0, 10}, {200, 0, 1},  {500, 5, 2},       {1, 1000, 0},
};

static rk_search_limits limits_at(const struct control *control, int64_t left, unsigned played)
{
    rk_search_limits limits = {.timed = true, .left = {left, left}};
    limits.increment[0] = limits.increment[1] = control->increment;
    limits.moves_to_go = control->moves ? control->moves - played % control->moves : 0;
    return limits;
}

/* The time of a move: random up to the hard limit, mostly near the soft one, plus a millisecond of
 * transmission. */
static int64_t duration(const struct time_budget *time, struct prng *prng)
{
    const int64_t soft = time->soft < time->hard ? time->soft : time->hard;
    const unsigned kind = prng_below(prng, 10);
    int64_t spent = soft;
    if (kind == 0)
        spent = time->hard;
    else if (kind < 5)
        spent = soft * (int64_t)prng_below(prng, 100) / 100;
    return spent + (int64_t)(spent ? prng_below(prng, 2) : prng_below(prng, 8) == 0);
}

static bool survives(const struct control *control, struct prng *prng)
{
    int64_t left = control->base;
    for (unsigned played = 0; played < GAME_MOVES; played++) {
        const rk_search_limits limits = limits_at(control, left, played);
        const struct time_budget time = timeman_allocate(&limits, RK_WHITE, OVERHEAD);
        left -= duration(&time, prng);
        if (left < 0)
            return false;
        left += control->increment;
        if (control->moves && (played + 1) % control->moves == 0)
            left += control->base;
    }
    return true;
}

static void no_game_is_lost_on_time(void **state)
{
    (void)state;
    struct prng prng = {1};
    for (size_t i = 0; i < sizeof controls / sizeof *controls; i++)
        for (unsigned game = 0; game < GAMES; game++)
            if (!survives(&controls[i], &prng))
                fail_msg("lost on time: %d ms and %d ms a move, %u moves", (int)controls[i].base,
                         (int)controls[i].increment, controls[i].moves);
}

static void overhead_stays_on_the_clock(void **state)
{
    (void)state;
    for (int64_t left = 0; left < 3000; left++)
        for (unsigned moves = 0; moves < 5; moves++) {
            const struct control control = {left, left % 7 * 100, moves};
            const rk_search_limits limits = limits_at(&control, left, 0);
            const struct time_budget time = timeman_allocate(&limits, RK_BLACK, OVERHEAD);
            assert_true(time.soft >= 0 && time.soft <= time.hard);
            assert_true(time.hard == 0 || time.hard <= left - OVERHEAD);
        }
}

static void move_time_is_used_completely_whatever_the_overhead(void **state)
{
    (void)state;
    static const int64_t times[] = {1, 5, OVERHEAD, 500};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        const rk_search_limits limits = {.move_time = times[i]};
        const struct time_budget time = timeman_allocate(&limits, RK_WHITE, OVERHEAD);
        assert_int_equal(time.soft, times[i]);
        assert_int_equal(time.hard, times[i]);
    }
}

static void clock_limits_a_longer_move_time(void **state)
{
    (void)state;
    const rk_search_limits limits = {.move_time = 5000, .timed = true, .left = {1000, 1000}};
    assert_true(timeman_allocate(&limits, RK_WHITE, OVERHEAD).hard <= 1000 - OVERHEAD);
}

static void more_time_or_fewer_moves_give_a_larger_budget(void **state)
{
    (void)state;
    const struct control blitz = {180000, 0, 0}, slow = {3600000, 0, 0}, forty = {180000, 0, 40},
                         two = {180000, 0, 2};
    const rk_search_limits by_clock[] = {
        limits_at(&blitz, blitz.base, 0), limits_at(&slow, slow.base, 0),
        limits_at(&forty, forty.base, 0), limits_at(&two, two.base, 0)};
    assert_true(timeman_allocate(&by_clock[0], 0, 0).soft <
                timeman_allocate(&by_clock[1], 0, 0).soft);
    assert_true(timeman_allocate(&by_clock[2], 0, 0).soft <
                timeman_allocate(&by_clock[3], 0, 0).soft);
}

static void extreme_limits_do_not_overflow(void **state)
{
    (void)state;
    const struct control control = {INT64_MAX, INT64_MAX, 1};
    const rk_search_limits limits = limits_at(&control, INT64_MAX, 0);
    assert_true(timeman_allocate(&limits, RK_WHITE, INT64_MAX).hard >= 0);
    assert_true(timeman_allocate(&limits, RK_WHITE, INT64_MIN).hard > 0);
    const rk_search_limits none = {.timed = true, .left = {INT64_MIN, INT64_MIN}};
    assert_int_equal(timeman_allocate(&none, RK_WHITE, 0).hard, 0);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(no_game_is_lost_on_time),
    cmocka_unit_test(overhead_stays_on_the_clock),
    cmocka_unit_test(move_time_is_used_completely_whatever_the_overhead),
    cmocka_unit_test(clock_limits_a_longer_move_time),
    cmocka_unit_test(more_time_or_fewer_moves_give_a_larger_budget),
    cmocka_unit_test(extreme_limits_do_not_overflow),
};

int main(void)
{
    return cmocka_run_group_tests(tests, NULL, NULL);
}
