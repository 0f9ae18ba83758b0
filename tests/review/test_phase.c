/* SPDX-License-Identifier: MIT */
#include "review/phase.h"

#include "rookery/fen.h"
#include "support/board.h"

static void a_game_starts_in_the_opening(void **state)
{
    (void)state;
    const rk_position start = rk_position_start(RK_STANDARD);
    assert_int_equal(phase_after(PHASE_OPENING, &start), PHASE_OPENING);
}

static void the_opening_ends_after_twelve_moves(void **state)
{
    (void)state;
    const rk_position pos = position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 13");
    assert_int_equal(phase_after(PHASE_OPENING, &pos), PHASE_MIDDLEGAME);
}

static void six_pieces_are_an_endgame(void **state)
{
    (void)state;
    const rk_position six = position("r1bqk3/pppp4/8/8/8/8/PPPP4/R1BQK3 w - - 0 5");
    const rk_position seven = position("r1bqk1n1/pppp4/8/8/8/8/PPPP4/R1BQK3 w - - 0 5");
    assert_int_equal(phase_after(PHASE_OPENING, &six), PHASE_ENDGAME);
    assert_int_equal(phase_after(PHASE_OPENING, &seven), PHASE_MIDDLEGAME);
}

static void a_promotion_does_not_bring_the_middlegame_back(void **state)
{
    (void)state;
    const rk_position start = rk_position_start(RK_STANDARD);
    assert_int_equal(phase_after(PHASE_ENDGAME, &start), PHASE_ENDGAME);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_starts_in_the_opening),
        cmocka_unit_test(the_opening_ends_after_twelve_moves),
        cmocka_unit_test(six_pieces_are_an_endgame),
        cmocka_unit_test(a_promotion_does_not_bring_the_middlegame_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
