/* SPDX-License-Identifier: MIT */
/* The cursor on the board: picking up pieces, putting them down, promotions and drops. */
#include "tui/cursor.h"

#include "rookery/fen.h"
#include "support/board.h"

static struct cursor cursor_on(const char *square)
{
    struct cursor cursor = cursor_hidden();
    cursor.visible = true;
    cursor.square = square_named(square);
    return cursor;
}

static enum cursor_result press_on(struct cursor *cursor, const rk_position *pos,
                                   const char *square, rk_move *out)
{
    cursor->square = square_named(square);
    return cursor_press(cursor, pos, out);
}

static void the_first_key_only_shows_the_cursor(void **state)
{
    (void)state;
    struct cursor cursor = cursor_hidden();
    cursor_move(&cursor, false, 1, 0);
    assert_true(cursor.visible);
    assert_int_equal(cursor.square, square_named("e2"));
    cursor_move(&cursor, false, 1, -1);
    assert_int_equal(cursor.square, square_named("f3"));
    cursor_move(&cursor, true, 1, -1);
    assert_int_equal(cursor.square, square_named("e2"));
}

static void the_cursor_stays_on_the_board(void **state)
{
    (void)state;
    struct cursor cursor = cursor_on("a1");
    cursor_move(&cursor, false, -1, 0);
    cursor_move(&cursor, false, 0, 1);
    assert_int_equal(cursor.square, square_named("a1"));
}

static void a_piece_is_picked_up_and_put_down(void **state)
{
    (void)state;
    const rk_position pos = rk_position_start(RK_STANDARD);
    struct cursor cursor = cursor_on("g1");
    rk_move played = RK_NO_MOVE;
    assert_int_equal(cursor_press(&cursor, &pos, &played), CURSOR_PICKED_UP);
    assert_true(cursor_targets(&cursor, &pos) ==
                (UINT64_C(1) << square_named("f3") | UINT64_C(1) << square_named("h3")));
    assert_int_equal(press_on(&cursor, &pos, "g4", &played), CURSOR_ILLEGAL);
    assert_int_equal(press_on(&cursor, &pos, "b1", &played), CURSOR_PICKED_UP);
    assert_int_equal(press_on(&cursor, &pos, "c3", &played), CURSOR_MOVES);
    assert_int_equal(played, move(&pos, "b1c3"));
    assert_int_equal(cursor.from, RK_NO_SQUARE);
}

static void a_piece_can_be_put_back(void **state)
{
    (void)state;
    const rk_position pos = rk_position_start(RK_STANDARD);
    struct cursor cursor = cursor_on("e2");
    rk_move played;
    cursor_press(&cursor, &pos, &played);
    assert_int_equal(cursor_press(&cursor, &pos, &played), CURSOR_NO_PIECE);
    cursor_press(&cursor, &pos, &played);
    cursor_cancel(&cursor);
    assert_true(cursor.visible && cursor.from == RK_NO_SQUARE);
    cursor_cancel(&cursor);
    assert_false(cursor.visible);
    assert_int_equal(press_on(&cursor, &pos, "e4", &played), CURSOR_NO_PIECE);
    assert_int_equal(press_on(&cursor, &pos, "e7", &played), CURSOR_NO_PIECE);
    assert_int_equal(press_on(&cursor, &pos, "a1", &played), CURSOR_NO_PIECE);
}

static void the_king_castles_by_its_own_target_square(void **state)
{
    (void)state;
    const rk_position pos = position("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    struct cursor cursor = cursor_on("e1");
    rk_move played = RK_NO_MOVE;
    cursor_press(&cursor, &pos, &played);
    assert_int_equal(press_on(&cursor, &pos, "g1", &played), CURSOR_MOVES);
    assert_int_equal(played, move(&pos, "e1h1"));
}

static void a_promotion_asks_for_the_kind(void **state)
{
    (void)state;
    const rk_position pos = position("7k/P7/8/8/8/8/8/K7 w - - 0 1");
    struct cursor cursor = cursor_on("a7");
    rk_move played = RK_NO_MOVE;
    cursor_press(&cursor, &pos, &played);
    assert_int_equal(press_on(&cursor, &pos, "a8", &played), CURSOR_ASKS_KIND);
    assert_int_equal(cursor_kinds(&cursor, &pos),
                     1U << RK_QUEEN | 1U << RK_ROOK | 1U << RK_BISHOP | 1U << RK_KNIGHT);
    assert_false(cursor_choose_kind(&cursor, &pos, 'k', &played));
    assert_false(cursor_choose_kind(&cursor, &pos, '?', &played));
    assert_true(cursor_choose_kind(&cursor, &pos, 'n', &played));
    assert_int_equal(played, move(&pos, "a7a8n"));
}

static void an_empty_square_asks_for_the_piece_to_drop(void **state)
{
    (void)state;
    const rk_position pos =
        position_of(RK_CRAZYHOUSE, "rnbqkbnr/ppp1pppp/8/8/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3");
    struct cursor cursor = cursor_on("e4");
    rk_move played = RK_NO_MOVE;
    assert_int_equal(cursor_press(&cursor, &pos, &played), CURSOR_ASKS_KIND);
    assert_int_equal(cursor_kinds(&cursor, &pos), 1U << RK_PAWN);
    assert_true(cursor_choose_kind(&cursor, &pos, 'P', &played));
    assert_int_equal(played, move(&pos, "P@e4"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_key_only_shows_the_cursor),
        cmocka_unit_test(the_cursor_stays_on_the_board),
        cmocka_unit_test(a_piece_is_picked_up_and_put_down),
        cmocka_unit_test(a_piece_can_be_put_back),
        cmocka_unit_test(the_king_castles_by_its_own_target_square),
        cmocka_unit_test(a_promotion_asks_for_the_kind),
        cmocka_unit_test(an_empty_square_asks_for_the_piece_to_drop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
