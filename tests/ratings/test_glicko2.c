/* SPDX-License-Identifier: MIT */
/* Glicko-2 against numbers computed by hand, Glickman's published example among them. */
#include "ratings/glicko2.h"

#include <math.h>
#include <stdbool.h>

#include "support/board.h"

static void expect_near(double value, double expected, double tolerance)
{
    if (fabs(value - expected) > tolerance)
        fail_msg("%.9f is not %.9f", value, expected);
}

static const struct glicko2 glickmans_player = {1500, 200, 0.06};
static const struct glicko2_game glickmans_games[] = {
    {.opponent = {1400, 30, 0.06}, .score = 1},
    {.opponent = {1550, 100, 0.06}, .score = 0},
    {.opponent = {1700, 300, 0.06}, .score = 0},
};

static void gives_the_numbers_of_glickmans_example(void **state)
{
    (void)state;
    const struct glicko2 after = glicko2_update(glickmans_player, glickmans_games, 3, 1, 0.5);
    expect_near(after.rating, 1464.06, 0.01);
    expect_near(after.deviation, 151.52, 0.01);
    expect_near(after.volatility, 0.05999, 0.00001);
}

static void expects_the_scores_of_glickmans_example(void **state)
{
    (void)state;
    static const double expected[] = {0.639, 0.432, 0.303};
    for (int i = 0; i < 3; i++)
        expect_near(glicko2_expected_score(glickmans_player, &glickmans_games[i]), expected[i],
                    0.0006);
}

static void without_games_only_the_deviation_grows(void **state)
{
    (void)state;
    const struct glicko2 after = glicko2_update(glickmans_player, NULL, 0, 1, 0.5);
    expect_near(after.rating, 1500, 0);
    expect_near(after.deviation, 200.2714, 0.0001);
    expect_near(after.volatility, 0.06, 0);
}

/* The rating period is chosen so that an established rating becomes uncertain in a year. */
static void a_deviation_of_60_becomes_110_in_a_year(void **state)
{
    (void)state;
    const struct glicko2 player = {1500, 60, 0.06};
    expect_near(glicko2_deviation_after(player, 365.25 * 0.21436), 110, 0.1);
}

/* By hand: g(200) = 0.8442815, E = 1/2, v = 4/g^2 = 5.611584, phi = 1.151292; phi' without growth
 * is 1 / sqrt(1/phi^2 + 1/v) = 1.035478, and the change is 173.7178 phi'^2 g/2 = 78.629 points. */
static void a_win_between_equals_gains_what_the_formula_says(void **state)
{
    (void)state;
    const struct glicko2_game win = {.opponent = {1500, 200, 0.06}, .score = 1};
    const struct glicko2 after = glicko2_update(glickmans_player, &win, 1, 0, 0.75);
    expect_near(after.rating, 1578.629, 0.001);
    expect_near(after.deviation, 179.8809, 0.0001);
}

static void the_advantage_counts_as_rating_points(void **state)
{
    (void)state;
    const struct glicko2_game with = {.opponent = {1550, 50, 0.06}, .advantage = 50, .score = 1};
    const struct glicko2_game equal = {.opponent = {1500, 50, 0.06}, .score = 1};
    expect_near(glicko2_expected_score(glickmans_player, &with), 0.5, 1e-12);
    const struct glicko2 a = glicko2_update(glickmans_player, &with, 1, 0, 0.75);
    const struct glicko2 b = glicko2_update(glickmans_player, &equal, 1, 0, 0.75);
    expect_near(a.rating, b.rating, 1e-9);
}

static void extreme_results_stay_finite(void **state)
{
    (void)state;
    const struct glicko2 strong = {4000, 45, 0.1}, weak = {400, 500, 0.1};
    for (int i = 0; i < 2; i++) {
        const struct glicko2_game game = {.opponent = i ? strong : weak, .score = i};
        const struct glicko2 after = glicko2_update(i ? weak : strong, &game, 1, 1000, 0.75);
        assert_true(isfinite(after.rating) && isfinite(after.deviation));
        assert_true(isfinite(after.volatility) && after.volatility > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gives_the_numbers_of_glickmans_example),
        cmocka_unit_test(expects_the_scores_of_glickmans_example),
        cmocka_unit_test(without_games_only_the_deviation_grows),
        cmocka_unit_test(a_deviation_of_60_becomes_110_in_a_year),
        cmocka_unit_test(a_win_between_equals_gains_what_the_formula_says),
        cmocka_unit_test(the_advantage_counts_as_rating_points),
        cmocka_unit_test(extreme_results_stay_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
