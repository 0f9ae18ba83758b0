/* SPDX-License-Identifier: MIT */
#include "review/chances.h"

#include "rookery/engine.h"
#include "support/board.h"

static void a_level_score_is_half_of_the_chances(void **state)
{
    (void)state;
    assert_int_equal(chance_of_score(0), CHANCE_ONE / 2);
}

static void chances_grow_with_the_score_and_mirror_it(void **state)
{
    (void)state;
    for (int score = -3000; score < 3000; score++) {
        assert_true(chance_of_score(score) <= chance_of_score(score + 1));
        assert_int_equal(chance_of_score(score) + chance_of_score(-score), CHANCE_ONE);
    }
    assert_true(chance_of_score(300) > 7500 && chance_of_score(300) < 8500);
}

static void a_won_game_hardly_gets_better(void **state)
{
    (void)state;
    assert_true(chance_of_score(150) - chance_of_score(0) > 1500);
    assert_true(chance_of_score(1000) - chance_of_score(600) < 700);
    assert_true(chance_of_score(3000) < CHANCE_ONE);
}

static void a_mate_is_certain(void **state)
{
    (void)state;
    assert_int_equal(chance_of_score(RK_MATE - 1), CHANCE_ONE);
    assert_int_equal(chance_of_score(RK_MATE_IN_MAX), CHANCE_ONE);
    assert_int_equal(chance_of_score(-RK_MATE), 0);
    assert_int_equal(chance_of_score(-RK_TABLE_WIN), 0);
}

static void the_loss_decides_the_judgement(void **state)
{
    (void)state;
    assert_int_equal(chance_judge(0), JUDGEMENT_GOOD);
    assert_int_equal(chance_judge(LOSS_INACCURACY - 1), JUDGEMENT_GOOD);
    assert_int_equal(chance_judge(LOSS_INACCURACY), JUDGEMENT_INACCURACY);
    assert_int_equal(chance_judge(LOSS_MISTAKE), JUDGEMENT_MISTAKE);
    assert_int_equal(chance_judge(LOSS_BLUNDER), JUDGEMENT_BLUNDER);
    assert_int_equal(chance_judge(CHANCE_ONE), JUDGEMENT_BLUNDER);
}

static void accuracy_falls_with_the_loss(void **state)
{
    (void)state;
    assert_int_equal(chance_accuracy(0), CHANCE_ONE);
    for (int loss = 0; loss < CHANCE_ONE; loss++)
        assert_true(chance_accuracy(loss) >= chance_accuracy(loss + 1));
    assert_true(chance_accuracy(CHANCE_ONE) > 0);
    assert_in_range(chance_accuracy(1000), 6600, 6800);
}

static void more_than_ten_pawns_do_not_count(void **state)
{
    (void)state;
    assert_int_equal(chance_clip(RK_MATE), CENTIPAWNS_MAX);
    assert_int_equal(chance_clip(-1001), -CENTIPAWNS_MAX);
    assert_int_equal(chance_clip(999), 999);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_level_score_is_half_of_the_chances),
        cmocka_unit_test(chances_grow_with_the_score_and_mirror_it),
        cmocka_unit_test(a_won_game_hardly_gets_better),
        cmocka_unit_test(a_mate_is_certain),
        cmocka_unit_test(the_loss_decides_the_judgement),
        cmocka_unit_test(accuracy_falls_with_the_loss),
        cmocka_unit_test(more_than_ten_pawns_do_not_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
