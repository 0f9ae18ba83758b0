/* SPDX-License-Identifier: MIT */
/* UCI moves, with both forms of castling. */
#include <string.h>

#include "rookery/san.h"
#include "support/board.h"

static rk_err parse(const rk_position *pos, const char *text, rk_move *out, rk_fault *fault)
{
    return rk_uci_parse(pos, text, strlen(text), RK_NOTATION_PLAIN, out, fault);
}

static void expect_move(const rk_position *pos, const char *text, const char *expected,
                        const char *written)
{
    rk_move found = RK_NO_MOVE;
    rk_fault fault = {.text = ""};
    if (parse(pos, text, &found, &fault))
        fail_msg("%s: %s", text, fault.text);
    assert_int_equal(found, move(pos, expected));
    char again[RK_UCI_MAX];
    assert_int_equal(rk_uci_write(pos, found, again), strlen(written));
    assert_string_equal(again, written);
}

static void expect_rejected(const rk_position *pos, const char *text, rk_err err)
{
    rk_move found = 4321;
    rk_fault fault;
    assert_int_equal(parse(pos, text, &found, &fault), err);
    assert_int_equal(found, 4321);
    assert_true(fault.text[0]);
}

static void plain_moves_and_promotions_are_parsed_and_written(void **state)
{
    (void)state;
    const rk_position pos = position("1r5k/P7/8/8/8/8/4P3/4K3 w - - 0 1");
    expect_move(&pos, "e2e4", "e2e4", "e2e4");
    expect_move(&pos, "a7a8q", "a7a8q", "a7a8q");
    expect_move(&pos, "a7b8n", "a7b8n", "a7b8n");
    expect_rejected(&pos, "a7a8", RK_BAD_PROMOTION);
    expect_rejected(&pos, "e2e4q", RK_BAD_PROMOTION);
}

static void standard_castling_is_written_as_a_king_move(void **state)
{
    (void)state;
    const rk_position pos = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    expect_move(&pos, "e1g1", "e1h1", "e1g1");
    expect_move(&pos, "e1h1", "e1h1", "e1g1");
    expect_move(&pos, "e1c1", "e1a1", "e1c1");
    expect_move(&pos, "e1a1", "e1a1", "e1c1");
    expect_move(&pos, "e1f1", "e1f1", "e1f1");
}

static void chess960_castling_is_written_as_king_takes_rook(void **state)
{
    (void)state;
    const rk_position pos = position_of(RK_CHESS960, "1k6/8/8/8/8/8/8/R4KR1 w KQ - 0 1");
    expect_move(&pos, "f1g1", "f1g1", "f1g1"); // the rook is there, so it can only be castling
    assert_int_equal(rk_move_type(move(&pos, "f1g1")), RK_CASTLING);
    expect_move(&pos, "f1a1", "f1a1", "f1a1");
    expect_move(&pos, "f1c1", "f1a1", "f1a1");
    expect_move(&pos, "f1e1", "f1e1", "f1e1");
}

static void a_legal_king_step_is_not_parsed_as_castling(void **state)
{
    (void)state;
    const rk_position pos = position_of(RK_CHESS960, "1k6/8/8/8/8/8/8/5K1R w K - 0 1");
    expect_move(&pos, "f1g1", "f1g1", "f1g1");
    assert_int_equal(rk_move_type(move(&pos, "f1g1")), RK_PLAIN);
    expect_move(&pos, "f1h1", "f1h1", "f1h1");
}

static void drops_start_with_the_letter_of_the_piece(void **state)
{
    (void)state;
    const rk_position pos = position_of(RK_CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[QPn] w - - 0 1");
    expect_move(&pos, "Q@a1", "Q@a1", "Q@a1");
    expect_move(&pos, "P@e4", "P@e4", "P@e4");
    expect_rejected(&pos, "N@e4", RK_NO_SUCH_PIECE); // the knight is Black's
    expect_rejected(&pos, "P@e8", RK_PATH_BLOCKED);
    expect_rejected(&pos, "K@e5", RK_NO_SUCH_PIECE);
}

static void text_that_is_not_a_move_is_a_syntax_error(void **state)
{
    (void)state;
    const rk_position pos = position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    static const char *const texts[] = {"",       "e",   "e2",   "e2e",  "e2e9", "i2e4", "e2e4x",
                                        "e2e4qq", "Nf3", "0000", "X@e4", "Q@j4", "e2-e4"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        expect_rejected(&pos, texts[i], RK_BAD_SYNTAX);
}

static void null_moves_are_parsed_under_a_flag(void **state)
{
    (void)state;
    const rk_position pos = position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    static const char *const texts[] = {"0000", "--", "Z0", "@@@@", "null"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        rk_move found = 4321;
        assert_int_equal(
            rk_uci_parse(&pos, texts[i], strlen(texts[i]), RK_NOTATION_NULL_MOVES, &found, NULL),
            RK_OK);
        assert_int_equal(found, RK_NO_MOVE);
        expect_rejected(&pos, texts[i], RK_BAD_SYNTAX);
    }
    char written[RK_UCI_MAX];
    assert_int_equal(rk_uci_write(&pos, RK_NO_MOVE, written), 4);
    assert_string_equal(written, "0000");
}

static void a_null_move_in_check_is_illegal(void **state)
{
    (void)state;
    const rk_position pos = position("4k3/8/8/8/4r3/8/8/4K3 w - - 0 1");
    rk_move found = 4321;
    rk_fault fault;
    assert_int_equal(rk_uci_parse(&pos, "0000", 4, RK_NOTATION_NULL_MOVES, &found, &fault),
                     RK_KING_IN_CHECK);
    assert_string_equal(fault.text, "a side in check cannot pass");
    assert_int_equal(found, 4321);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_moves_and_promotions_are_parsed_and_written),
        cmocka_unit_test(standard_castling_is_written_as_a_king_move),
        cmocka_unit_test(chess960_castling_is_written_as_king_takes_rook),
        cmocka_unit_test(a_legal_king_step_is_not_parsed_as_castling),
        cmocka_unit_test(drops_start_with_the_letter_of_the_piece),
        cmocka_unit_test(null_moves_are_parsed_under_a_flag),
        cmocka_unit_test(a_null_move_in_check_is_illegal),
        cmocka_unit_test(text_that_is_not_a_move_is_a_syntax_error),
    };
    return cmocka_run_group_tests_name("UCI moves", tests, NULL, NULL);
}
