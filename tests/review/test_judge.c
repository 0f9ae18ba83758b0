/* SPDX-License-Identifier: MIT */
/* Judgements, phases and sums, from evaluations that are given. */
#include "review/judge.h"

#include "review/summary.h"
#include "rookery/engine.h"
#include "rookery/fen.h"
#include "support/board.h"
#include "support/review.h"

/* White plays 1. f3, Black 1... e5, White 2. g4, which allows mate, and Black misses it. */
static struct review make_fools_review(void)
{
    static const char *const sans[] = {"f3", "e5", "g4", "d6"};
    static const struct scripted_position positions[] = {
        {20, "e2e4"}, {-30, "e7e5"}, {-50, "e2e4"}, {-(RK_MATE - 1), "d8h4"}, {-40, "e2e3"}};
    return script_review(rk_position_start(RK_STANDARD), sans, positions, 4);
}

static void moves_are_judged_by_the_chances_they_lose(void **state)
{
    (void)state;
    struct review review = make_fools_review();
    judge_moves(&review, 0);
    assert_int_equal(review.moves[0].judgement, JUDGEMENT_INACCURACY);
    assert_int_equal(review.moves[1].judgement, JUDGEMENT_BEST);
    assert_int_equal(review.moves[1].loss, 0);
    assert_int_equal(review.moves[2].judgement, JUDGEMENT_BLUNDER);
    assert_true(review.moves[2].is_turning_point);
    assert_int_equal(review.moves[3].judgement, JUDGEMENT_BLUNDER);
    assert_true(review.moves[3].missed_mate && review.moves[3].missed_win);
    assert_false(review.moves[2].missed_mate);
    review_fini(&review);
}

static void book_moves_are_not_judged(void **state)
{
    (void)state;
    struct review review = make_fools_review();
    judge_moves(&review, 1);
    assert_int_equal(review.moves[0].judgement, JUDGEMENT_BOOK);
    assert_int_equal(review.moves[2].judgement, JUDGEMENT_BLUNDER);
    review_fini(&review);
}

static void the_only_legal_move_is_forced(void **state)
{
    (void)state;
    static const char *const sans[] = {"Kxb2"};
    static const struct scripted_position positions[] = {{-900, "a1b2"}, {0, NULL}};
    const rk_position start = board(RK_WHITE, ". . . . . . . k  . . . . . . . ."
                                              ". . . . . . . .  . . . . . . . ."
                                              ". . . . . . . .  . . . . . . . ."
                                              ". q . . . . . .  K . . . . . . .");
    struct review review = script_review(start, sans, positions, 1);
    judge_moves(&review, 0);
    assert_int_equal(review.moves[0].judgement, JUDGEMENT_FORCED);
    review_fini(&review);
}

static void a_won_game_stays_won_is_no_turning_point(void **state)
{
    (void)state;
    static const char *const sans[] = {"e4"};
    static const struct scripted_position positions[] = {{900, "d2d4"}, {300, "e7e5"}};
    struct review review = script_review(rk_position_start(RK_STANDARD), sans, positions, 1);
    judge_moves(&review, 0);
    assert_int_equal(review.moves[0].judgement, JUDGEMENT_MISTAKE);
    assert_false(review.moves[0].is_turning_point || review.moves[0].missed_win);
    review_fini(&review);
}

static void a_missed_mate_is_no_error_if_the_position_stays_won(void **state)
{
    (void)state;
    static const char *const sans[] = {"e4"};
    static const struct scripted_position positions[] = {{RK_MATE - 5, "d2d4"}, {2500, "e7e5"}};
    struct review review = script_review(rk_position_start(RK_STANDARD), sans, positions, 1);
    judge_moves(&review, 0);
    assert_int_equal(review.moves[0].judgement, JUDGEMENT_GOOD);
    assert_true(review.moves[0].missed_mate);
    assert_true(move_review_is_explained(&review.moves[0]));
    review_fini(&review);
}

static void the_move_of_the_engine_misses_nothing(void **state)
{
    (void)state;
    static const char *const sans[] = {"e4"};
    static const struct scripted_position positions[] = {{RK_MATE - 5, "e2e4"}, {100, "e7e5"}};
    struct review review = script_review(rk_position_start(RK_STANDARD), sans, positions, 1);
    judge_moves(&review, 0);
    assert_int_equal(review.moves[0].judgement, JUDGEMENT_BEST);
    assert_false(review.moves[0].missed_mate || review.moves[0].missed_win);
    assert_false(move_review_is_explained(&review.moves[0]));
    review_fini(&review);
}

static void a_null_move_is_not_explained(void **state)
{
    (void)state;
    static const char *const sans[] = {"e4"};
    static const struct scripted_position positions[] = {{RK_MATE - 5, "d2d4"}, {0, "e7e5"}};
    struct review review = script_review(rk_position_start(RK_STANDARD), sans, positions, 1);
    review.moves[0].move = RK_NO_MOVE;
    judge_moves(&review, 0);
    assert_false(move_review_is_explained(&review.moves[0]));
    review_fini(&review);
}

static void sums_are_made_for_each_player_and_phase(void **state)
{
    (void)state;
    struct review review = make_fools_review();
    judge_moves(&review, 0);
    summarise_moves(&review);
    const struct side_review *white = &review.sides[RK_WHITE], *black = &review.sides[RK_BLACK];
    assert_int_equal(white->all.moves, 2);
    assert_int_equal(white->counts[JUDGEMENT_BLUNDER], 1);
    assert_int_equal(white->counts[JUDGEMENT_INACCURACY], 1);
    assert_int_equal(white->average_loss, (50 + 950) / 2);
    assert_int_equal(black->counts[JUDGEMENT_BEST], 1);
    assert_int_equal(black->missed_mates, 1);
    assert_int_equal(black->all.accuracy,
                     (CHANCE_ONE + chance_accuracy(review.moves[3].loss) + 1) / 2);
    assert_int_equal(black->phases[PHASE_OPENING].moves, 2);
    assert_int_equal(black->phases[PHASE_ENDGAME].accuracy, -1);
    review_fini(&review);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_are_judged_by_the_chances_they_lose),
        cmocka_unit_test(book_moves_are_not_judged),
        cmocka_unit_test(the_only_legal_move_is_forced),
        cmocka_unit_test(a_won_game_stays_won_is_no_turning_point),
        cmocka_unit_test(a_missed_mate_is_no_error_if_the_position_stays_won),
        cmocka_unit_test(the_move_of_the_engine_misses_nothing),
        cmocka_unit_test(a_null_move_is_not_explained),
        cmocka_unit_test(sums_are_made_for_each_player_and_phase),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
