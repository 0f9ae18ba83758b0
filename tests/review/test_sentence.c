/* SPDX-License-Identifier: MIT */
#include "review/sentence.h"

#include "review/judge.h"
#include <string.h>

#include "rookery/engine.h"
#include "rookery/fen.h"
#include "support/board.h"
#include "support/review.h"

static const char *explain(struct review review, size_t ply)
{
    static char out[SENTENCE_MAX];
    judge_moves(&review, 0);
    const size_t size = sentence_write(&review, ply, out);
    assert_int_equal(size, strlen(out));
    review_fini(&review);
    return out;
}

static void an_allowed_mate_is_named(void **state)
{
    (void)state;
    static const char *const sans[] = {"f3", "e5", "g4"};
    static const struct scripted_position positions[] = {
        {20, "e2e4"}, {-30, "e7e5"}, {-30, "e2e4"}, {-(RK_MATE - 1), "d8h4"}};
    assert_string_equal(
        explain(script_review(rk_position_start(RK_STANDARD), sans, positions, 3), 2),
        "2. g4 turns a level position into a losing one: it allows mate in 1.");
}

static void a_missed_mate_is_named(void **state)
{
    (void)state;
    static const char *const sans[] = {"f3", "e5", "g4", "d6"};
    static const struct scripted_position positions[] = {
        {20, "e2e4"}, {-30, "e7e5"}, {-30, "e2e4"}, {-(RK_MATE - 1), "d8h4"}, {-40, "e2e3"}};
    assert_string_equal(
        explain(script_review(rk_position_start(RK_STANDARD), sans, positions, 4), 3),
        "2... d6 throws away a winning position: it misses mate in 1.");
}

static void a_missed_mate_is_named_if_the_position_stays_won(void **state)
{
    (void)state;
    static const char *const sans[] = {"e4"};
    static const struct scripted_position positions[] = {{RK_MATE - 5, "d2d4"}, {2500, "e7e5"}};
    assert_string_equal(
        explain(script_review(rk_position_start(RK_STANDARD), sans, positions, 1), 0),
        "1. e4 misses mate in 3.");
}

static void a_lost_piece_is_named(void **state)
{
    (void)state;
    static const char *const sans[] = {"e4", "e5", "Nf3", "Nc6", "Nxe5"};
    static const struct scripted_position positions[] = {{20, "e2e4"}, {20, "e7e5"},
                                                         {20, "g1f3"}, {20, "b8c6"},
                                                         {20, "f1b5"}, {-250, "c6e5 d2d4 e5c6"}};
    assert_string_equal(
        explain(script_review(rk_position_start(RK_STANDARD), sans, positions, 5), 4),
        "3. Nxe5 turns a level position into a losing one: it loses a knight for a pawn.");
}

static void a_missed_capture_is_named(void **state)
{
    (void)state;
    static const char *const sans[] = {"Kf1"};
    static const struct scripted_position positions[] = {{600, "e4d5 g8f7"}, {320, "d5b4"}};
    const rk_position start = board(RK_WHITE, ". . . . . . k .  . . . . . . . ."
                                              ". . . . . . . .  . . . n . . . ."
                                              ". . . . P . . .  . . . . . B . ."
                                              ". . . . . . . .  . . . . . . K .");
    assert_string_equal(explain(script_review(start, sans, positions, 1), 0),
                        "1. Kf1 misses the win of a knight.");
}

static void a_wrong_promotion_is_named(void **state)
{
    (void)state;
    static const char *const sans[] = {"a8=B"};
    static const struct scripted_position positions[] = {{900, "a7a8q g3f4"}, {0, "g3f4"}};
    const rk_position start = board(RK_WHITE, ". . . . . . . .  P . . . . . . ."
                                              ". . . . . . . .  . . . . . . . ."
                                              ". . . . . . . .  . . . . . . k ."
                                              ". . . . . . . .  K . . . . . . .");
    assert_string_equal(
        explain(script_review(start, sans, positions, 1), 0),
        "1. a8=B throws away a winning position: it misses the promotion to a queen.");
}

static void stalemate_is_named(void **state)
{
    (void)state;
    static const char *const sans[] = {"Qf7"};
    static const struct scripted_position positions[] = {{RK_TABLE_WIN - 600, "g6f6"}, {0, NULL}};
    const rk_position start = board(RK_WHITE, ". . . . . . . k  . . . . . . . ."
                                              ". . . . . . Q .  . . . . . . . ."
                                              ". . . . . . . .  . . . . . . . ."
                                              ". . . . . . . .  . . . . . . K .");
    assert_string_equal(explain(script_review(start, sans, positions, 1), 0),
                        "1. Qf7 throws away a winning position: it is stalemate.");
}

static void a_line_that_the_scores_contradict_is_not_believed(void **state)
{
    (void)state;
    static const char *const sans[] = {"e4", "e5", "Nf3", "Nc6", "Nxe5"};
    static const struct scripted_position positions[] = {{20, "e2e4"}, {20, "e7e5"},
                                                         {20, "g1f3"}, {20, "b8c6"},
                                                         {60, "f1b5"}, {10, "c6e5 d2d4 e5c6"}};
    assert_string_equal(
        explain(script_review(rk_position_start(RK_STANDARD), sans, positions, 5), 4),
        "3. Nxe5 gives away the advantage.");
}

static void a_missed_win_that_the_score_does_not_show_is_not_believed(void **state)
{
    (void)state;
    static const char *const sans[] = {"Kf1"};
    static const struct scripted_position positions[] = {{120, "e4d5 g8f7"}, {-70, "d5b4"}};
    const rk_position start = board(RK_WHITE, ". . . . . . k .  . . . . . . . ."
                                              ". . . . . . . .  . . . n . . . ."
                                              ". . . . P . . .  . . . . . B . ."
                                              ". . . . . . . .  . . . . . . K .");
    assert_string_equal(explain(script_review(start, sans, positions, 1), 0),
                        "1. Kf1 gives the opponent the better game.");
}

static const char *explain_first_move(int before, int after)
{
    static const char *const sans[] = {"a4"};
    const struct scripted_position positions[] = {{before, "e2e4"}, {after, "e7e5"}};
    return explain(script_review(rk_position_start(RK_STANDARD), sans, positions, 1), 0);
}

static void a_general_fault_says_what_the_position_was(void **state)
{
    (void)state;
    assert_string_equal(explain_first_move(0, -40), "1. a4 makes a level position a little worse.");
    assert_string_equal(explain_first_move(25, -80), "1. a4 gives the opponent the better game.");
    assert_string_equal(explain_first_move(-64, -152), "1. a4 makes a difficult position worse.");
    assert_string_equal(explain_first_move(-400, -600), "1. a4 makes a losing position worse.");
    assert_string_equal(explain_first_move(150, 20), "1. a4 gives away the advantage.");
    assert_string_equal(explain_first_move(200, 100), "1. a4 gives away part of the advantage.");
}

static void a_long_missed_mate_does_not_explain_a_wrong_promotion(void **state)
{
    (void)state;
    static const char *const sans[] = {"a8=B"};
    static const struct scripted_position positions[] = {{RK_MATE - 23, "a7a8q g3f4"}, {0, "g3f4"}};
    const rk_position start = board(RK_WHITE, ". . . . . . . .  P . . . . . . ."
                                              ". . . . . . . .  . . . . . . . ."
                                              ". . . . . . . .  . . . . . . k ."
                                              ". . . . . . . .  K . . . . . . .");
    assert_string_equal(
        explain(script_review(start, sans, positions, 1), 0),
        "1. a8=B throws away a winning position: it misses the promotion to a queen.");
}

static void good_moves_have_no_sentence(void **state)
{
    (void)state;
    static const char *const sans[] = {"e4"};
    static const struct scripted_position positions[] = {{20, "e2e4"}, {20, "e7e5"}};
    assert_string_equal(
        explain(script_review(rk_position_start(RK_STANDARD), sans, positions, 1), 0), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_allowed_mate_is_named),
        cmocka_unit_test(a_missed_mate_is_named),
        cmocka_unit_test(a_missed_mate_is_named_if_the_position_stays_won),
        cmocka_unit_test(a_lost_piece_is_named),
        cmocka_unit_test(a_missed_capture_is_named),
        cmocka_unit_test(a_wrong_promotion_is_named),
        cmocka_unit_test(stalemate_is_named),
        cmocka_unit_test(a_line_that_the_scores_contradict_is_not_believed),
        cmocka_unit_test(a_missed_win_that_the_score_does_not_show_is_not_believed),
        cmocka_unit_test(a_general_fault_says_what_the_position_was),
        cmocka_unit_test(a_long_missed_mate_does_not_explain_a_wrong_promotion),
        cmocka_unit_test(good_moves_have_no_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
