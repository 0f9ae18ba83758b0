/* SPDX-License-Identifier: MIT */
/* When a game need not be played to its end. */
#include "match/adjudication.h"

#include <string.h>

#include "support/board.h"

struct trial {
    struct adjudication_rule rule;
    struct adjudication so_far;
    rk_position pos;
    rk_winner winner;
    const char *reason;
};

static struct trial trial_of(struct adjudication_rule rule)
{
    struct trial trial = {.rule = rule, .pos = position("4k3/4p3/8/8/8/8/4P3/4K3 w - - 3 30")};
    return trial;
}

/* The side to move reports a score with a quiet move. */
static bool say(struct trial *trial, int score)
{
    const rk_side side = trial->so_far.plies % 2 ? RK_BLACK : RK_WHITE;
    const struct engine_score word = {.side = side, .has_score = true, .score = score};
    return adjudicate(&trial->rule, &trial->so_far, word, &trial->pos, &trial->winner,
                      &trial->reason);
}

static void a_win_needs_both_engines_to_agree_for_long_enough(void **state)
{
    (void)state;
    struct trial trial =
        trial_of((struct adjudication_rule){.resign_score = 500, .resign_moves = 2});
    assert_false(say(&trial, 600));
    assert_false(say(&trial, -500));
    assert_false(say(&trial, 700));
    assert_true(say(&trial, -900));
    assert_int_equal(trial.winner, RK_WHITE_WINS);
    assert_string_equal(trial.reason, "both engines agree on a win");
}

static void an_engine_that_disagrees_plays_on(void **state)
{
    (void)state;
    struct trial trial =
        trial_of((struct adjudication_rule){.resign_score = 500, .resign_moves = 2});
    for (int i = 0; i < 20; i++) {
        assert_false(say(&trial, 600));
        assert_false(say(&trial, -499));
    }
}

static void black_can_win_by_adjudication(void **state)
{
    (void)state;
    struct trial trial =
        trial_of((struct adjudication_rule){.resign_score = 500, .resign_moves = 1});
    assert_false(say(&trial, -32000));
    assert_true(say(&trial, 32000));
    assert_int_equal(trial.winner, RK_BLACK_WINS);
}

static void a_draw_is_adjudicated_from_the_configured_move_on(void **state)
{
    (void)state;
    struct trial trial =
        trial_of((struct adjudication_rule){.draw_score = 10, .draw_moves = 2, .draw_from = 4});
    for (int i = 0; i < 7; i++)
        assert_false(say(&trial, 10));
    assert_true(say(&trial, -10));
    assert_int_equal(trial.winner, RK_NOBODY_WINS);
}

static void a_capture_restarts_the_draw_counter(void **state)
{
    (void)state;
    struct trial trial = trial_of((struct adjudication_rule){.draw_score = 10, .draw_moves = 2});
    assert_false(say(&trial, 0));
    assert_false(say(&trial, 0));
    trial.pos.halfmove_clock = 0;
    assert_false(say(&trial, 0));
    trial.pos.halfmove_clock = 1;
    for (int i = 0; i < 3; i++)
        assert_false(say(&trial, 0));
    assert_true(say(&trial, 0));
}

static void a_large_or_missing_score_restarts_the_draw_counter(void **state)
{
    (void)state;
    struct trial trial = trial_of((struct adjudication_rule){.draw_score = 10, .draw_moves = 1});
    const struct engine_score silent = {.side = RK_BLACK};
    assert_false(say(&trial, 0));
    assert_false(
        adjudicate(&trial.rule, &trial.so_far, silent, &trial.pos, &trial.winner, &trial.reason));
    assert_false(say(&trial, 0));
    assert_false(say(&trial, 11));
    assert_false(say(&trial, 0));
    assert_true(say(&trial, 0));
}

static void the_move_limit_is_a_draw(void **state)
{
    (void)state;
    struct trial trial = trial_of((struct adjudication_rule){.moves_max = 3});
    for (int i = 0; i < 5; i++)
        assert_false(say(&trial, 900));
    assert_true(say(&trial, 900));
    assert_int_equal(trial.winner, RK_NOBODY_WINS);
}

static void without_rules_nothing_is_adjudicated(void **state)
{
    (void)state;
    struct trial trial = trial_of((struct adjudication_rule){0});
    for (int i = 0; i < 600; i++)
        assert_false(say(&trial, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_win_needs_both_engines_to_agree_for_long_enough),
        cmocka_unit_test(an_engine_that_disagrees_plays_on),
        cmocka_unit_test(black_can_win_by_adjudication),
        cmocka_unit_test(a_draw_is_adjudicated_from_the_configured_move_on),
        cmocka_unit_test(a_capture_restarts_the_draw_counter),
        cmocka_unit_test(a_large_or_missing_score_restarts_the_draw_counter),
        cmocka_unit_test(the_move_limit_is_a_draw),
        cmocka_unit_test(without_rules_nothing_is_adjudicated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
