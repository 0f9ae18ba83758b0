/* SPDX-License-Identifier: MIT */
/* When games are adjudicated. */
#include "match/adjudication.h"

#include <string.h>

#include "support/board.h"

struct fixture {
    struct adjudication_rule rule;
    struct adjudication adjudication;
    rk_position pos;
    rk_winner winner;
    const char *reason;
};

static struct fixture make_fixture(struct adjudication_rule rule)
{
    struct fixture fixture = {.rule = rule, .pos = position("4k3/4p3/8/8/8/8/4P3/4K3 w - - 3 30")};
    return fixture;
}

/* The side to move reports a score with a quiet move. */
static bool report_score(struct fixture *fixture, int score)
{
    const rk_side side = fixture->adjudication.plies % 2 ? RK_BLACK : RK_WHITE;
    const struct engine_score reported = {.side = side, .has_score = true, .score = score};
    return adjudicate(&fixture->rule, &fixture->adjudication, reported, &fixture->pos,
                      &fixture->winner, &fixture->reason);
}

static void a_win_needs_both_engines_to_agree_for_long_enough(void **state)
{
    (void)state;
    struct fixture fixture =
        make_fixture((struct adjudication_rule){.resign_score = 500, .resign_moves = 2});
    assert_false(report_score(&fixture, 600));
    assert_false(report_score(&fixture, -500));
    assert_false(report_score(&fixture, 700));
    assert_true(report_score(&fixture, -900));
    assert_int_equal(fixture.winner, RK_WHITE_WINS);
    assert_string_equal(fixture.reason, "both engines agree on a win");
}

static void a_game_continues_if_an_engine_disagrees(void **state)
{
    (void)state;
    struct fixture fixture =
        make_fixture((struct adjudication_rule){.resign_score = 500, .resign_moves = 2});
    for (int i = 0; i < 20; i++) {
        assert_false(report_score(&fixture, 600));
        assert_false(report_score(&fixture, -499));
    }
}

static void black_can_win_by_adjudication(void **state)
{
    (void)state;
    struct fixture fixture =
        make_fixture((struct adjudication_rule){.resign_score = 500, .resign_moves = 1});
    assert_false(report_score(&fixture, -32000));
    assert_true(report_score(&fixture, 32000));
    assert_int_equal(fixture.winner, RK_BLACK_WINS);
}

static void a_draw_is_adjudicated_from_the_configured_move_on(void **state)
{
    (void)state;
    struct fixture fixture =
        make_fixture((struct adjudication_rule){.draw_score = 10, .draw_moves = 2, .draw_from = 4});
    for (int i = 0; i < 7; i++)
        assert_false(report_score(&fixture, 10));
    assert_true(report_score(&fixture, -10));
    assert_int_equal(fixture.winner, RK_NOBODY_WINS);
}

static void a_capture_restarts_the_draw_counter(void **state)
{
    (void)state;
    struct fixture fixture =
        make_fixture((struct adjudication_rule){.draw_score = 10, .draw_moves = 2});
    assert_false(report_score(&fixture, 0));
    assert_false(report_score(&fixture, 0));
    fixture.pos.halfmove_clock = 0;
    assert_false(report_score(&fixture, 0));
    fixture.pos.halfmove_clock = 1;
    for (int i = 0; i < 3; i++)
        assert_false(report_score(&fixture, 0));
    assert_true(report_score(&fixture, 0));
}

static void a_large_or_missing_score_restarts_the_draw_counter(void **state)
{
    (void)state;
    struct fixture fixture =
        make_fixture((struct adjudication_rule){.draw_score = 10, .draw_moves = 1});
    const struct engine_score silent = {.side = RK_BLACK};
    assert_false(report_score(&fixture, 0));
    assert_false(adjudicate(&fixture.rule, &fixture.adjudication, silent, &fixture.pos,
                            &fixture.winner, &fixture.reason));
    assert_false(report_score(&fixture, 0));
    assert_false(report_score(&fixture, 11));
    assert_false(report_score(&fixture, 0));
    assert_true(report_score(&fixture, 0));
}

static void the_move_limit_is_a_draw(void **state)
{
    (void)state;
    struct fixture fixture = make_fixture((struct adjudication_rule){.moves_max = 3});
    for (int i = 0; i < 5; i++)
        assert_false(report_score(&fixture, 900));
    assert_true(report_score(&fixture, 900));
    assert_int_equal(fixture.winner, RK_NOBODY_WINS);
}

static void without_rules_nothing_is_adjudicated(void **state)
{
    (void)state;
    struct fixture fixture = make_fixture((struct adjudication_rule){0});
    for (int i = 0; i < 600; i++)
        assert_false(report_score(&fixture, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_win_needs_both_engines_to_agree_for_long_enough),
        cmocka_unit_test(a_game_continues_if_an_engine_disagrees),
        cmocka_unit_test(black_can_win_by_adjudication),
        cmocka_unit_test(a_draw_is_adjudicated_from_the_configured_move_on),
        cmocka_unit_test(a_capture_restarts_the_draw_counter),
        cmocka_unit_test(a_large_or_missing_score_restarts_the_draw_counter),
        cmocka_unit_test(the_move_limit_is_a_draw),
        cmocka_unit_test(without_rules_nothing_is_adjudicated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
