/* SPDX-License-Identifier: MIT */
/* How a game changes two ratings. The numbers were computed independently of the code, with the
 * volatility found by bisection. */
#include "ratings/rating.h"

#include <math.h>
#include <string.h>

#include "support/board.h"

static const int64_t day = 86400000, start = INT64_C(1700000000000);
static const bool people[2] = {false, false};

static void expect_near(double value, double expected)
{
    if (fabs(value - expected) > 0.0001)
        fail_msg("%.9f is not %.9f", value, expected);
}

static void play(struct rating ratings[2], double white_score, int games)
{
    for (int i = 0; i < games; i++)
        ratings_add_game(ratings, people, white_score, start + i);
}

static void a_first_win_moves_both_by_what_the_formula_says(void **state)
{
    (void)state;
    struct rating ratings[2] = {rating_start(false), rating_start(false)};
    play(ratings, 1, 1);
    expect_near(ratings[0].glicko.rating, 1737.13998);
    expect_near(ratings[1].glicko.rating, 1262.86002);
    expect_near(ratings[0].glicko.deviation, 396.71383);
    expect_near(ratings[1].glicko.volatility, 0.0899982);
    assert_int_equal(ratings[0].wins, 1);
    assert_int_equal(ratings[1].losses, 1);
    assert_int_equal(ratings[0].rated_at, start);
}

static void a_draw_costs_white_the_advantage_of_the_first_move(void **state)
{
    (void)state;
    struct rating ratings[2] = {rating_start(false), rating_start(false)};
    play(ratings, 0.5, 1);
    expect_near(ratings[0].glicko.rating, 1495.63488);
    expect_near(ratings[1].glicko.rating, 1504.36512);
    assert_int_equal(ratings[1].draws, 1);
}

static void a_human_changes_half_against_a_bot_which_changes_fully(void **state)
{
    (void)state;
    struct rating ratings[2] = {rating_start(false), rating_start(true)};
    assert_int_equal(rating_points(&ratings[1]), 3000);
    ratings_add_game(ratings, (bool[2]){false, true}, 1, start);
    expect_near(ratings[0].glicko.rating, (1500 + 2241.6079963) / 2);
    expect_near(ratings[0].glicko.deviation, (500 + 494.1170339) / 2);
    expect_near(ratings[1].glicko.rating, 3000 - 700); // it would be 741.6
}

static void no_rating_falls_below_the_floor(void **state)
{
    (void)state;
    struct rating ratings[2] = {rating_start(false), rating_start(false)};
    ratings[1].glicko.rating = 410;
    ratings[0].glicko.rating = 420;
    play(ratings, 1, 20);
    assert_int_equal(rating_points(&ratings[1]), 400);
}

static void deviation_and_volatility_stay_in_their_range(void **state)
{
    (void)state;
    struct rating ratings[2] = {rating_start(false), rating_start(false)};
    for (int i = 0; i < 400; i++)
        play(ratings, i % 2, 1);
    assert_true(ratings[0].glicko.deviation == 45);
    assert_true(ratings[0].glicko.volatility <= 0.1);
    assert_true(rating_deviation(&ratings[0], start + 10000 * day) == 500);
}

static void a_rating_is_provisional_until_its_deviation_is_small(void **state)
{
    (void)state;
    struct rating rating = rating_start(false);
    assert_true(rating_is_provisional(&rating, start));
    rating.glicko.deviation = 110;
    assert_true(rating_is_provisional(&rating, start));
    rating.glicko.deviation = 109.9;
    assert_false(rating_is_provisional(&rating, start));
    rating.glicko = (struct glicko2){1500, 60, 0.06};
    rating.rated_at = start;
    assert_false(rating_is_provisional(&rating, start + 300 * day));
    assert_true(rating_is_provisional(&rating, start + 366 * day));
}

static void leaderboards_of_variants_ask_for_more_games(void **state)
{
    (void)state;
    struct rating rating = rating_start(false);
    rating.glicko.deviation = 70;
    assert_true(rating_is_established(&rating, PERF_BLITZ, start));
    assert_false(rating_is_established(&rating, PERF_ATOMIC, start));
    rating.glicko.deviation = 65;
    assert_true(rating_is_established(&rating, PERF_ATOMIC, start));
}

static void progress_looks_at_the_last_twelve_games(void **state)
{
    (void)state;
    struct rating ratings[2] = {rating_start(false), rating_start(false)};
    assert_int_equal(rating_progress(&ratings[0]), 0);
    play(ratings, 1, 3);
    const int first = ratings[0].recent[2];
    assert_int_equal(rating_progress(&ratings[0]), rating_points(&ratings[0]) - first);
    play(ratings, 1, 12);
    assert_int_equal(ratings[0].recent_count, RATING_RECENT_MAX);
    assert_true(ratings[0].recent[11] > first);
}

/* Recomputing all ratings must give the same bits. */
static void the_same_games_give_the_same_bits(void **state)
{
    (void)state;
    struct rating a[2] = {rating_start(false), rating_start(true)};
    struct rating b[2] = {rating_start(false), rating_start(true)};
    for (int i = 0; i < 50; i++) {
        ratings_add_game(a, (bool[2]){false, true}, (i % 3) / 2.0, start + i * day);
        ratings_add_game(b, (bool[2]){false, true}, (i % 3) / 2.0, start + i * day);
    }
    assert_memory_equal(a, b, sizeof a);
}

static void a_puzzle_hardly_moves_and_a_solver_takes_sane_steps(void **state)
{
    (void)state;
    struct rating solver = rating_start(false), puzzle = rating_start(false);
    puzzle.glicko.deviation = 150;
    ratings_add_attempt(&solver, &puzzle, true, start);
    assert_in_range(rating_points(&solver), 1600, 1640);
    assert_in_range(rating_points(&puzzle), 1440, 1490);
    puzzle = (struct rating){.glicko = {1600, 150, 0.09}};
    ratings_add_attempt(&solver, &puzzle, false, start);
    assert_in_range(rating_points(&solver), 1500, 1560);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_first_win_moves_both_by_what_the_formula_says),
        cmocka_unit_test(a_draw_costs_white_the_advantage_of_the_first_move),
        cmocka_unit_test(a_human_changes_half_against_a_bot_which_changes_fully),
        cmocka_unit_test(no_rating_falls_below_the_floor),
        cmocka_unit_test(deviation_and_volatility_stay_in_their_range),
        cmocka_unit_test(a_rating_is_provisional_until_its_deviation_is_small),
        cmocka_unit_test(leaderboards_of_variants_ask_for_more_games),
        cmocka_unit_test(progress_looks_at_the_last_twelve_games),
        cmocka_unit_test(the_same_games_give_the_same_bits),
        cmocka_unit_test(a_puzzle_hardly_moves_and_a_solver_takes_sane_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
