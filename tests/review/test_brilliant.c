/* SPDX-License-Identifier: MIT */
#include "review/brilliant.h"

#include "support/board.h"

static bool is_sacrifice(rk_position pos, const char *text)
{
    return brilliant_is_sacrifice(&pos, move(&pos, text));
}

static void leaving_a_piece_to_be_taken_is_a_sacrifice(void **state)
{
    (void)state;
    const rk_position pos = position("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1");
    assert_false(is_sacrifice(pos, "d1d8"));
    const rk_position guarded = position("2r3k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1");
    assert_true(is_sacrifice(guarded, "d1d8"));
}

static void leaving_a_threatened_piece_alone_offers_nothing(void **state)
{
    (void)state;
    const rk_position pos = position("6k1/5ppp/8/2r5/8/2N5/5PPP/6K1 w - - 0 1");
    assert_false(is_sacrifice(pos, "h2h3"));
    assert_false(is_sacrifice(pos, "c3e4"));
    assert_true(is_sacrifice(pos, "c3b5"));
}

static void an_even_trade_is_no_sacrifice(void **state)
{
    (void)state;
    const rk_position pos = position("3r2k1/5ppp/3r4/8/8/8/5PPP/3R2K1 w - - 0 1");
    assert_false(is_sacrifice(pos, "d1d6"));
}

static void a_pawn_is_no_sacrifice(void **state)
{
    (void)state;
    const rk_position pos = position("6k1/8/2p1p3/8/8/8/3P4/6K1 w - - 0 1");
    assert_false(is_sacrifice(after(pos, "d2d4 g8f8"), "d4d5"));
}

static void pieces_are_not_worth_the_usual_in_antichess(void **state)
{
    (void)state;
    const rk_position pos =
        position_of(RK_ANTICHESS, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1");
    assert_false(is_sacrifice(pos, "g1f3"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(leaving_a_piece_to_be_taken_is_a_sacrifice),
        cmocka_unit_test(leaving_a_threatened_piece_alone_offers_nothing),
        cmocka_unit_test(an_even_trade_is_no_sacrifice),
        cmocka_unit_test(a_pawn_is_no_sacrifice),
        cmocka_unit_test(pieces_are_not_worth_the_usual_in_antichess),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
