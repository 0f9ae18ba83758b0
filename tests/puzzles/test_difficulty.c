/* SPDX-License-Identifier: MIT */
/* Ratings of puzzles: what makes one harder or easier. */
#include "puzzles/difficulty.h"

#include "puzzles/themes.h"
#include "support/board.h"
#include "support/puzzle.h"

static const char fen[] = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";

static unsigned rating_of(unsigned depth, uint32_t themes)
{
    struct puzzle puzzle = puzzle_from(fen, "Ra8#");
    puzzle.depth = depth;
    puzzle.themes = themes;
    return difficulty_rating(&puzzle);
}

static void the_formula_is_that_of_the_documentation(void **state)
{
    (void)state;
    // There is no other capture or check in the position.
    assert_int_equal(rating_of(1, 0), 800 + 55);
    assert_int_equal(rating_of(4, 0), 800 + 4 * 55);
    assert_int_equal(rating_of(1, 1U << THEME_SACRIFICE), 855 + 150);
    assert_int_equal(rating_of(1, 1U << THEME_QUIET_MOVE), 855 + 120);
    assert_int_equal(rating_of(1, 1U << THEME_MATE), 855 - 60);
}

static void longer_solutions_are_harder(void **state)
{
    (void)state;
    struct puzzle one = puzzle_from("q3k3/8/8/1N6/8/8/8/4K3 w - - 0 1", "Nc7+ Kd7 Nxa8");
    struct puzzle other = one;
    other.move_count = 1;
    assert_int_equal(difficulty_rating(&one), difficulty_rating(&other) + 130);
}

static void ratings_have_limits(void **state)
{
    (void)state;
    const uint32_t easy = 1U << THEME_HANGING_PIECE | 1U << THEME_MATE | 1U << THEME_BACK_RANK_MATE;
    assert_int_equal(rating_of(0, easy), PUZZLE_RATING_MIN);
    assert_int_equal(rating_of(16, 0), rating_of(99, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_formula_is_that_of_the_documentation),
        cmocka_unit_test(longer_solutions_are_harder),
        cmocka_unit_test(ratings_have_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
