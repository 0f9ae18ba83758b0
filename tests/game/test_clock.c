/* SPDX-License-Identifier: MIT */
/* Clocks of every kind, and time controls as text. */
#include "rookery/clock.h"

#include <string.h>

#include "support/board.h"

enum { SECOND = 1000, MINUTE = 60 * SECOND };

static rk_time_control parse_control(const char *text)
{
    rk_time_control control;
    rk_fault fault = {.text = ""};
    if (rk_time_control_parse(text, strlen(text), &control, &fault))
        fail_msg("%s: %s", text, fault.text);
    return control;
}

/* A clock that runs for White from time 0. */
static rk_clock start_clock(const char *text)
{
    const rk_time_control control = parse_control(text);
    rk_clock clock = rk_clock_make(&control);
    rk_clock_start(&clock, RK_WHITE, 0);
    return clock;
}

static void expect_left(const rk_clock *clock, int64_t now, int64_t white, int64_t black)
{
    assert_int_equal(rk_clock_left(clock, RK_WHITE, now), white);
    assert_int_equal(rk_clock_left(clock, RK_BLACK, now), black);
}

static void sudden_death_only_counts_down(void **state)
{
    (void)state;
    rk_clock clock = start_clock("5");
    expect_left(&clock, 10 * SECOND, 290 * SECOND, 300 * SECOND);
    rk_clock_press(&clock, 10 * SECOND, 0);
    rk_clock_press(&clock, 30 * SECOND, 0);
    expect_left(&clock, 31 * SECOND, 289 * SECOND, 280 * SECOND);
    assert_false(rk_clock_flagged(&clock, RK_WHITE, 320 * SECOND - 1));
    assert_true(rk_clock_flagged(&clock, RK_WHITE, 320 * SECOND));
    assert_false(rk_clock_flagged(&clock, RK_BLACK, 9999 * SECOND));
    expect_left(&clock, 321 * SECOND, -SECOND, 280 * SECOND);
}

static void fischer_adds_the_increment_after_each_move(void **state)
{
    (void)state;
    rk_clock clock = start_clock("3+2");
    rk_clock_press(&clock, 5 * SECOND, 0);
    expect_left(&clock, 5 * SECOND, 177 * SECOND, 180 * SECOND);
    rk_clock_press(&clock, 6 * SECOND, 0);
    expect_left(&clock, 6 * SECOND, 177 * SECOND, 181 * SECOND); // the time can grow
    rk_clock increment_only = start_clock("0+2");
    expect_left(&increment_only, 0, 2 * SECOND, 2 * SECOND);
}

static void bronstein_returns_the_time_taken_up_to_the_delay(void **state)
{
    (void)state;
    rk_clock clock = start_clock("1b3");
    expect_left(&clock, 2 * SECOND, 58 * SECOND, MINUTE);
    rk_clock_press(&clock, 2 * SECOND, 0);
    expect_left(&clock, 2 * SECOND, MINUTE, MINUTE);
    rk_clock_press(&clock, 12 * SECOND, 0);
    expect_left(&clock, 12 * SECOND, MINUTE, 53 * SECOND);
}

static void us_delay_waits_before_it_counts_down(void **state)
{
    (void)state;
    rk_clock clock = start_clock("1d3");
    expect_left(&clock, 2 * SECOND, MINUTE, MINUTE);
    expect_left(&clock, 5 * SECOND, 58 * SECOND, MINUTE);
    rk_clock_press(&clock, 2 * SECOND, 0);
    expect_left(&clock, 2 * SECOND, MINUTE, MINUTE);
    assert_false(rk_clock_flagged(&clock, RK_BLACK, 65 * SECOND - 1));
    assert_true(rk_clock_flagged(&clock, RK_BLACK, 65 * SECOND));
}

static void in_an_hourglass_the_opponent_gets_the_time_used(void **state)
{
    (void)state;
    rk_clock clock = start_clock("hourglass 1");
    expect_left(&clock, 10 * SECOND, 50 * SECOND, 70 * SECOND);
    rk_clock_press(&clock, 10 * SECOND, 0);
    rk_clock_press(&clock, 40 * SECOND, 0);
    expect_left(&clock, 40 * SECOND, 80 * SECOND, 40 * SECOND);
}

static void days_per_move_start_again_with_each_move(void **state)
{
    (void)state;
    const int64_t day = INT64_C(24) * 60 * MINUTE;
    rk_clock clock = start_clock("3 days");
    expect_left(&clock, day, 2 * day, 3 * day);
    rk_clock_press(&clock, day, 0);
    expect_left(&clock, day, 3 * day, 3 * day);
    assert_true(rk_clock_flagged(&clock, RK_BLACK, 4 * day));
}

static void a_new_stage_adds_its_time(void **state)
{
    (void)state;
    rk_clock clock = start_clock("2/10+1,1/5+2,3+3");
    int64_t now = 0;
    static const int64_t expected[] = {601, 602 + 300, 904 + 180, 907 + 180};
    for (int i = 0; i < 4; i++) {
        rk_clock_press(&clock, now, 0);
        assert_int_equal(rk_clock_left(&clock, RK_WHITE, now), expected[i] * SECOND);
        now += 10 * SECOND;
        rk_clock_press(&clock, now, 0);
    }
}

static void the_moves_left_in_a_stage_are_counted(void **state)
{
    (void)state;
    rk_clock clock = start_clock("2/1+5,3/1+2,1+1");
    static const struct {
        unsigned moves;
        int64_t extra;
    } stages[] = {{2, 5000}, {1, 5000}, {3, 2000}, {2, 2000}, {1, 2000}, {0, 1000}, {0, 1000}};
    for (size_t i = 0; i < sizeof stages / sizeof *stages; i++)
        for (int side = RK_WHITE; side <= RK_BLACK; side++) {
            unsigned moves;
            const rk_clock_stage stage = rk_clock_stage_now(&clock, (rk_side)side, &moves);
            assert_int_equal(moves, stages[i].moves);
            assert_int_equal(stage.extra, stages[i].extra);
            rk_clock_press(&clock, 0, 0);
        }
}

static void the_last_stage_repeats_if_it_counts_moves(void **state)
{
    (void)state;
    rk_clock clock = start_clock("2/10");
    for (int i = 0; i < 8; i++)
        rk_clock_press(&clock, 0, 0);
    expect_left(&clock, 0, 30 * MINUTE, 30 * MINUTE);
}

static void a_full_move_counter_completes_no_further_stage(void **state)
{
    (void)state;
    rk_clock clock = start_clock("3/10");
    for (int i = 0; i < 2 * UINT16_MAX; i++)
        rk_clock_press(&clock, 0, 0);
    const int64_t left = rk_clock_left(&clock, RK_WHITE, 0);
    assert_int_equal(left, (int64_t)(1 + UINT16_MAX / 3) * (10 * MINUTE));
    for (int i = 0; i < 8; i++)
        rk_clock_press(&clock, 0, 0);
    expect_left(&clock, 0, left, left);
}

static void forty_moves_in_ninety_minutes_then_thirty_minutes_more(void **state)
{
    (void)state;
    rk_clock clock = start_clock("40/90+30,30+30");
    for (int i = 0; i < 78; i++)
        rk_clock_press(&clock, 0, 0);
    expect_left(&clock, 0, 90 * MINUTE + 39 * 30 * SECOND, 90 * MINUTE + 39 * 30 * SECOND);
    rk_clock_press(&clock, 0, 0);
    expect_left(&clock, 0, 120 * MINUTE + 40 * 30 * SECOND, 90 * MINUTE + 39 * 30 * SECOND);
}

static void sides_may_have_different_times(void **state)
{
    (void)state;
    rk_clock clock = start_clock("5+0 / 1+2");
    expect_left(&clock, 0, 5 * MINUTE, MINUTE);
    rk_clock_press(&clock, SECOND, 0);
    rk_clock_press(&clock, 2 * SECOND, 0);
    expect_left(&clock, 2 * SECOND, 299 * SECOND, 61 * SECOND);
}

static void lag_is_not_charged(void **state)
{
    (void)state;
    rk_clock clock = start_clock("1+0");
    rk_clock_press(&clock, 1500, 500);
    expect_left(&clock, 1500, 59 * SECOND, MINUTE);
    rk_clock_press(&clock, 1600, 500); // lag beyond the time taken adds nothing
    expect_left(&clock, 1600, 59 * SECOND, MINUTE);
    rk_clock_press(&clock, 2600, -500); // negative lag is ignored
    expect_left(&clock, 2600, 58 * SECOND, MINUTE);
}

static void a_pause_is_not_charged(void **state)
{
    (void)state;
    static const char *const controls[] = {"1+0", "1b3", "1d3", "hourglass 1", "1 day"};
    for (size_t i = 0; i < sizeof controls / sizeof *controls; i++) {
        rk_clock unpaused = start_clock(controls[i]), paused = unpaused;
        rk_clock_pause(&paused, 2 * SECOND);
        rk_clock_pause(&paused, 3 * SECOND);
        expect_left(&paused, 90 * SECOND, rk_clock_left(&unpaused, RK_WHITE, 2 * SECOND),
                    rk_clock_left(&unpaused, RK_BLACK, 2 * SECOND));
        rk_clock_resume(&paused, 100 * SECOND);
        rk_clock_resume(&paused, 101 * SECOND);
        assert_int_equal(rk_clock_elapsed(&paused, 103 * SECOND), 5 * SECOND);
        rk_clock_press(&unpaused, 5 * SECOND, 0);
        rk_clock_press(&paused, 103 * SECOND, 0);
        assert_memory_equal(unpaused.left, paused.left, sizeof unpaused.left);
    }
}

static void the_clock_starts_when_both_sides_have_moved(void **state)
{
    (void)state;
    const rk_time_control control = parse_control("1+5");
    rk_clock clock = rk_clock_make(&control);
    expect_left(&clock, 99 * SECOND, MINUTE, MINUTE);
    rk_clock_press(&clock, 100 * SECOND, 0);
    expect_left(&clock, 110 * SECOND, MINUTE, MINUTE);
    rk_clock_press(&clock, 120 * SECOND, 0);
    expect_left(&clock, 121 * SECOND, 59 * SECOND, MINUTE);
}

static void time_that_goes_backwards_is_not_charged(void **state)
{
    (void)state;
    rk_clock clock = start_clock("1+0");
    rk_clock_press(&clock, -SECOND, 0);
    expect_left(&clock, INT64_MIN, MINUTE, MINUTE);
    rk_clock_add(&clock, RK_BLACK, 7);
    expect_left(&clock, -SECOND, MINUTE, MINUTE + 7);
}

static void without_a_clock_time_is_unlimited(void **state)
{
    (void)state;
    rk_clock clock = start_clock("-");
    rk_clock_press(&clock, INT64_MAX, 0);
    assert_true(rk_clock_left(&clock, RK_WHITE, INT64_MAX) == INT64_MAX);
    assert_false(rk_clock_flagged(&clock, RK_BLACK, INT64_MAX));
}

// ---- text ------------------------------------------------------------------------------------

static void expect_same_control(const rk_time_control *a, const rk_time_control *b)
{
    assert_int_equal(a->kind, b->kind);
    assert_int_equal(a->stage_count, b->stage_count);
    assert_memory_equal(a->stages, b->stages, sizeof a->stages);
}

static void time_controls_are_written_in_standard_form(void **state)
{
    (void)state;
    static const struct {
        const char *read, *written;
    } rows[] = {{"-", "-"},
                {"5", "5+0"},
                {"5+3", "5+3"},
                {" 0.5+0 ", "0.5+0"},
                {"0.25+0.5", "0.25+0.5"},
                {"20s+1.125", "20s+1.125"},
                {"30s", "0.5+0"},
                {"5d3", "5d3"},
                {"5b3", "5b3"},
                {"40/90+30,30+30", "40/90+30,30+30"},
                {"40/120,20/60,15b5", "40/120b0,20/60b0,15b5"},
                {"hourglass 5", "hourglass 5"},
                {"hourglass 5 / hourglass 3", "hourglass 5 / hourglass 3"},
                {"3 days", "3 days"},
                {"1 day", "1 day"},
                {"1day / 2days", "1 day / 2 days"},
                {"5+0 / 1+0", "5+0 / 1+0"},
                {"5 / 1d3", "5d0 / 1d3"},
                {"5+0 / 5+0", "5+0"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[RK_CLOCK_TEXT_MAX];
        const rk_time_control control = parse_control(rows[i].read);
        const size_t size = rk_time_control_write(&control, text);
        assert_int_equal(size, strlen(text));
        assert_string_equal(text, rows[i].written);
        const rk_time_control again = parse_control(text);
        expect_same_control(&control, &again);
    }
}

static void random_time_controls_survive_a_round_trip(void **state)
{
    (void)state;
    struct prng prng = {7};
    static const rk_clock_kind kinds[] = {RK_CLOCK_FISCHER, RK_CLOCK_BRONSTEIN, RK_CLOCK_DELAY};
    for (int round = 0; round < 2000; round++) {
        rk_time_control control;
        memset(&control, 0, sizeof control);
        control.kind = kinds[prng_below(&prng, 3)];
        control.stage_count = (uint8_t)(1 + prng_below(&prng, RK_CLOCK_STAGES_MAX));
        for (unsigned side = 0; side < 2; side++)
            for (unsigned i = 0; i < control.stage_count; i++) {
                rk_clock_stage *stage = &control.stages[side][i];
                stage->base = 1 + prng_below(&prng, 900000000);
                stage->extra = prng_below(&prng, 900000000);
                stage->moves = (uint16_t)(1 + prng_below(&prng, 999));
            }
        char text[RK_CLOCK_TEXT_MAX];
        rk_time_control_write(&control, text);
        const rk_time_control again = parse_control(text);
        expect_same_control(&control, &again);
    }
}

static void an_invalid_time_control_is_rejected_with_the_offset(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t offset;
        const char *message;
    } rows[] = {{"", 0, "minutes"},
                {"x", 0, "minutes"},
                {"5+", 2, "seconds"},
                {"5+x", 2, "seconds"},
                {"5+3 hello", 4, "invalid time control"},
                {"5.", 2, "minutes"},
                {"0+0", 0, "no time"},
                {"0d3", 0, "no time"},
                {"hourglass", 9, "minutes"},
                {"hourglass 0", 11, "no time"},
                {"40/90+30,30d30", 11, "same letter"},
                {"5+3,5+3", 4, "last stage"},
                {"1/1,1/1,1/1,1/1,1", 16, "four stages"},
                {"5+0 / 40/5+0,3+0", 16, "same number of stages"},
                {"5+0 / 3 days", 6, "same kind"},
                {"5 / hourglass 3", 4, "same kind"},
                {"3 days / 5+0", 9, "same kind"},
                {"- / 5", 0, "minutes"},
                {"99999999+0", 0, "minutes"},
                {"0 days", 0, "no time"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        rk_time_control control = {.stage_count = 99};
        rk_fault fault = {.text = ""};
        const char *text = rows[i].text;
        const rk_err err = rk_time_control_parse(text, strlen(text), &control, &fault);
        if (err != RK_BAD_SYNTAX || fault.offset != rows[i].offset ||
            !strstr(fault.text, rows[i].message))
            fail_msg("\"%s\": %d at %zu: %s", text, (int)err, fault.offset, fault.text);
        assert_int_equal(control.stage_count, 99);
        assert_int_equal(rk_time_control_parse(text, strlen(text), &control, NULL), RK_BAD_SYNTAX);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sudden_death_only_counts_down),
        cmocka_unit_test(fischer_adds_the_increment_after_each_move),
        cmocka_unit_test(bronstein_returns_the_time_taken_up_to_the_delay),
        cmocka_unit_test(us_delay_waits_before_it_counts_down),
        cmocka_unit_test(in_an_hourglass_the_opponent_gets_the_time_used),
        cmocka_unit_test(days_per_move_start_again_with_each_move),
        cmocka_unit_test(a_new_stage_adds_its_time),
        cmocka_unit_test(the_moves_left_in_a_stage_are_counted),
        cmocka_unit_test(the_last_stage_repeats_if_it_counts_moves),
        cmocka_unit_test(a_full_move_counter_completes_no_further_stage),
        cmocka_unit_test(forty_moves_in_ninety_minutes_then_thirty_minutes_more),
        cmocka_unit_test(sides_may_have_different_times),
        cmocka_unit_test(lag_is_not_charged),
        cmocka_unit_test(a_pause_is_not_charged),
        cmocka_unit_test(the_clock_starts_when_both_sides_have_moved),
        cmocka_unit_test(time_that_goes_backwards_is_not_charged),
        cmocka_unit_test(without_a_clock_time_is_unlimited),
        cmocka_unit_test(time_controls_are_written_in_standard_form),
        cmocka_unit_test(random_time_controls_survive_a_round_trip),
        cmocka_unit_test(an_invalid_time_control_is_rejected_with_the_offset),
    };
    return cmocka_run_group_tests_name("clock", tests, NULL, NULL);
}
