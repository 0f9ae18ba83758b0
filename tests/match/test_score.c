/* SPDX-License-Identifier: MIT */
/* Statistics against values other programs have published: the LLR calculator of
 * fishtest and the tests of fastchess. */
#include "match/score.h"

#include <math.h>

#include "support/board.h"

static struct score score_from_games(unsigned long wins, unsigned long losses, unsigned long draws)
{
    return (struct score){.wins = wins, .draws = draws, .losses = losses};
}

static struct score score_from_pairs(unsigned long none, unsigned long one, unsigned long two,
                                     unsigned long three, unsigned long four)
{
    return (struct score){.pairs = {none, one, two, three, four}};
}

static void expect_near(double value, double expected, double tolerance)
{
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%f is not %f", value, expected);
}

static void elo_of_games_matches_published_values(void **state)
{
    (void)state;
    const struct score score = score_from_games(136, 96, 111);
    expect_near(score_elo(&score).value, 40.70, 0.01);
    expect_near(score_elo(&score).error, 30.43, 0.01);
    expect_near(score_normalised_elo(&score).value, 49.77, 0.01);
    expect_near(score_normalised_elo(&score).error, 36.77, 0.01);
    expect_near(score_superiority(&score), 0.9960, 0.0001);
    const struct score worse = score_from_games(76, 89, 123);
    expect_near(score_normalised_elo(&worse).value, -20.76, 0.01);
    expect_near(score_superiority(&worse), 0.1553, 0.0001);
}

static void elo_of_pairs_matches_published_values(void **state)
{
    (void)state;
    const struct score score = score_from_pairs(34, 54, 63, 64, 75);
    expect_near(score_elo(&score).value, 55.58, 0.01);
    expect_near(score_elo(&score).error, 27.65, 0.01);
    expect_near(score_normalised_elo(&score).value, 57.94, 0.01);
    expect_near(score_normalised_elo(&score).error, 28.28, 0.01);
    const struct score worse = score_from_pairs(332, 433, 498, 333, 334);
    expect_near(score_elo(&worse).value, -8.64, 0.01);
    expect_near(score_elo(&worse).error, 10.33, 0.01);
    expect_near(score_superiority(&worse), 0.0505, 0.0001);
}

static void a_clean_sweep_has_infinite_elo(void **state)
{
    (void)state;
    const struct score all = score_from_games(10, 0, 0), nothing = score_from_games(0, 10, 0),
                       unplayed = score_from_games(0, 0, 0);
    assert_true(isinf(score_elo(&all).value) && score_elo(&all).value > 0);
    assert_true(isinf(score_elo(&nothing).value) && score_elo(&nothing).value < 0);
    assert_true(score_elo(&unplayed).value == 0 && isinf(score_elo(&unplayed).error));
    expect_near(score_superiority(&unplayed), 0.5, 0);
    expect_near(score_share(&unplayed), 0.5, 0);
}

static void a_clean_sweep_bounds_the_elo_on_one_side(void **state)
{
    (void)state;
    const struct score all = score_from_pairs(0, 0, 0, 0, 10),
                       nothing = score_from_pairs(10, 0, 0, 0, 0),
                       more = score_from_pairs(0, 0, 0, 0, 100);
    expect_near(score_elo(&all).low, 140.2, 0.1); // 0.025 ^ (1 / 10) is 69.2 %
    expect_near(score_elo(&nothing).high, -140.2, 0.1);
    assert_true(isinf(score_elo(&all).high) && isinf(score_elo(&nothing).low));
    assert_true(score_elo(&more).low > 500);
    assert_true(score_superiority(&all) > 0.999 && score_superiority(&nothing) < 0.001);
}

static void a_few_games_are_not_enough(void **state)
{
    (void)state;
    const struct score pair = score_from_pairs(0, 0, 0, 0, 1),
                       nine = score_from_pairs(0, 0, 0, 0, 9),
                       ten = score_from_pairs(0, 0, 0, 0, 10), games = score_from_games(19, 0, 0);
    const struct sprt sprt = {0, 200, 0.05, 0.05, true};
    assert_false(score_has_enough_games(&pair));
    assert_false(score_has_enough_games(&nine));
    assert_false(score_has_enough_games(&games));
    assert_true(score_has_enough_games(&ten));
    assert_true(sprt_llr(&sprt, &nine) > sprt_upper(&sprt));
    assert_int_equal(sprt_decide(&sprt, &nine), SPRT_CONTINUE);
    assert_int_equal(sprt_decide(&sprt, &ten), SPRT_ACCEPT_H1);
}

static void the_error_is_finite_near_a_clean_sweep(void **state)
{
    (void)state;
    const struct score score = score_from_pairs(0, 0, 0, 1, 9);
    const struct elo elo = score_elo(&score);
    expect_near(elo.value, 636.4, 0.1);
    expect_near(elo.error, 331, 2);
    assert_true(isfinite(elo.low) && isfinite(elo.high));
}

static void equal_results_are_not_taken_for_certainty(void **state)
{
    (void)state;
    const struct score draws = score_from_games(0, 0, 40);
    expect_near(score_elo(&draws).value, 0, 1e-9);
    assert_true(score_elo(&draws).error > 5);
    expect_near(score_draw_ratio(&draws), 1, 0);
    expect_near(score_superiority(&draws), 0.5, 0);
}

static void pairs_weigh_more_than_the_games_they_are_made_of(void **state)
{
    (void)state;
    struct score score = {0};
    for (int i = 0; i < 50; i++) { // each opening is won by White, twice
        score_add(&score, SCORE_WIN);
        score_add(&score, SCORE_LOSS);
        score_add_pair(&score, SCORE_WIN, SCORE_LOSS);
    }
    assert_int_equal(score_games(&score), 100);
    assert_int_equal(score_pairs(&score), 50);
    assert_int_equal(score.pairs[2], 50);
    const struct score games = score_from_games(50, 50, 0);
    assert_true(score_elo(&score).error < score_elo(&games).error / 2);
}

static double compute_llr(bool logistic, double elo0, double elo1, struct score score)
{
    const struct sprt sprt = {elo0, elo1, 0.05, 0.05, logistic};
    return sprt_llr(&sprt, &score);
}

static void the_llr_of_games_matches_published_values(void **state)
{
    (void)state;
    expect_near(compute_llr(false, 0, 2, score_from_games(36433, 36027, 68692)), 0.92, 0.01);
    expect_near(compute_llr(false, -1.75, 0.25, score_from_games(10871, 10650, 20431)), 2.30, 0.01);
    expect_near(compute_llr(true, 0.5, 2.5, score_from_games(21404, 21184, 40708)), -1.57, 0.01);
    expect_near(compute_llr(true, 0, 2, score_from_games(57433, 57030, 106593)), -2.59, 0.01);
}

static void the_llr_of_pairs_matches_published_values(void **state)
{
    (void)state;
    expect_near(compute_llr(false, 0, 2, score_from_pairs(365, 16618, 36229, 16974, 390)), 2.25,
                0.01);
    expect_near(compute_llr(false, -1.75, 0.25, score_from_pairs(127, 4883, 10712, 5150, 104)),
                3.01, 0.01);
    expect_near(compute_llr(true, 0.5, 2.5, score_from_pairs(223, 9863, 21279, 10037, 246)), -3.07,
                0.01);
    expect_near(compute_llr(true, 0, 2, score_from_pairs(871, 26175, 55983, 26678, 821)), -4.98,
                0.01);
}

static void an_sprt_stops_at_its_bounds(void **state)
{
    (void)state;
    const struct sprt sprt = {0, 5, 0.05, 0.05, false};
    expect_near(sprt_upper(&sprt), 2.944, 0.001);
    expect_near(sprt_lower(&sprt), -2.944, 0.001);
    const struct score none = {0}, better = score_from_pairs(0, 0, 0, 0, 150),
                       worse = score_from_pairs(150, 0, 0, 0, 0),
                       even = score_from_pairs(1, 2, 3, 2, 1);
    assert_int_equal(sprt_decide(&sprt, &none), SPRT_CONTINUE);
    assert_int_equal(sprt_decide(&sprt, &even), SPRT_CONTINUE);
    assert_int_equal(sprt_decide(&sprt, &better), SPRT_ACCEPT_H1);
    assert_int_equal(sprt_decide(&sprt, &worse), SPRT_ACCEPT_H0);
}

static void one_pair_gives_finite_results(void **state)
{
    (void)state;
    for (int logistic = 0; logistic < 2; logistic++)
        for (int i = 0; i < SCORE_PAIR_COUNT; i++) {
            struct score score = {0};
            score.pairs[i] = 1;
            const double value = compute_llr(logistic, 0, 10, score);
            assert_true(isfinite(value) && fabs(value) < 0.5);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elo_of_games_matches_published_values),
        cmocka_unit_test(elo_of_pairs_matches_published_values),
        cmocka_unit_test(a_clean_sweep_has_infinite_elo),
        cmocka_unit_test(a_clean_sweep_bounds_the_elo_on_one_side),
        cmocka_unit_test(a_few_games_are_not_enough),
        cmocka_unit_test(the_error_is_finite_near_a_clean_sweep),
        cmocka_unit_test(equal_results_are_not_taken_for_certainty),
        cmocka_unit_test(pairs_weigh_more_than_the_games_they_are_made_of),
        cmocka_unit_test(the_llr_of_games_matches_published_values),
        cmocka_unit_test(the_llr_of_pairs_matches_published_values),
        cmocka_unit_test(an_sprt_stops_at_its_bounds),
        cmocka_unit_test(one_pair_gives_finite_results),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
