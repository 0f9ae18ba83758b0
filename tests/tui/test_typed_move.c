/* SPDX-License-Identifier: MIT */
#include "tui/typed_move.h"

#include <string.h>

#include "rookery/fen.h"
#include "support/board.h"

/* A capture on c4 by the pawn on b3 and by the bishop on d3. */
static const char both_capture[] = "4k3/8/8/8/2p5/1P1B4/8/4K3 w - - 0 1";
static const char pawn_captures[] = "4k3/8/8/8/2p5/1P6/8/4K1B1 w - - 0 1";
static const char bishop_captures[] = "4k3/8/8/8/2p5/3B4/8/4K3 w - - 0 1";
static const char promotes[] = "3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1";

static void expect_move(const rk_position *pos, const char *typed, const char *san)
{
    rk_move move = RK_NO_MOVE;
    rk_fault fault = {.text = ""};
    char text[RK_SAN_MAX];
    if (typed_move_parse(pos, typed, &move, &fault))
        fail_msg("%s: %s", typed, fault.text);
    rk_san_write(pos, move, text);
    if (strcmp(text, san) != 0)
        fail_msg("%s is %s, not %s", typed, text, san);
}

static void expect_error(const rk_position *pos, const char *typed, rk_err_class class,
                         const char *text)
{
    rk_move move = RK_NO_MOVE;
    rk_fault fault;
    const rk_err err = typed_move_parse(pos, typed, &move, &fault);
    assert_int_equal(rk_err_class_of(err), class);
    assert_string_equal(fault.text, text);
    assert_int_equal(move, RK_NO_MOVE);
}

static void letters_may_have_any_case(void **state)
{
    (void)state;
    const rk_position start = rk_position_start(RK_STANDARD);
    static const char *const pawn[] = {"e4", "E4", "e2e4", "E2E4", "E2e4", "e2-e4", "E2-E4"};
    static const char *const knight[] = {"Nf3", "nf3", "NF3", "nF3", "ng1f3", "NG1-F3", "G1F3"};
    for (size_t i = 0; i < sizeof pawn / sizeof *pawn; i++)
        expect_move(&start, pawn[i], "e4");
    for (size_t i = 0; i < sizeof knight / sizeof *knight; i++)
        expect_move(&start, knight[i], "Nf3");
    expect_move(&start, "B4", "b4");
}

static void castling_may_be_typed_with_zeros_and_small_letters(void **state)
{
    (void)state;
    static const char *const typed[] = {"O-O", "o-o", "0-0", "OO", "oo", "e1g1", "E1G1", "1. o-o"};
    const rk_position pos = position("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    for (size_t i = 0; i < sizeof typed / sizeof *typed; i++)
        expect_move(&pos, typed[i], "O-O");
}

static void move_numbers_and_blanks_are_skipped(void **state)
{
    (void)state;
    static const char *const typed[] = {"1. e4",  "1.e4",  "1.  e4",   "12. e4", "1... e4",
                                        "1...e4", "e2 e4", "1. e2 e4", "E2 E4",  "...e4"};
    const rk_position start = rk_position_start(RK_STANDARD);
    for (size_t i = 0; i < sizeof typed / sizeof *typed; i++)
        expect_move(&start, typed[i], "e4");
    assert_string_equal(typed_move_skip_number("0-0"), "0-0");
    assert_string_equal(typed_move_skip_number("12. Nf3 Nc6"), "Nf3 Nc6");
    assert_string_equal(typed_move_skip_number("1."), "");
}

static void a_small_b_is_a_pawn_if_one_can_move_and_a_bishop_otherwise(void **state)
{
    (void)state;
    const rk_position both = position(both_capture), pawn = position(pawn_captures),
                      bishop = position(bishop_captures);
    expect_move(&both, "bxc4", "bxc4");
    expect_move(&both, "bc4", "bxc4");
    expect_move(&both, "Bxc4", "Bxc4");
    expect_move(&both, "bd3e4", "Be4");
    expect_move(&bishop, "bxc4", "Bxc4");
    expect_move(&bishop, "bc4", "Bxc4");
    expect_move(&pawn, "BXC4", "bxc4");
    expect_move(&bishop, "BXC4", "Bxc4");
}

static void capitals_that_can_mean_a_pawn_or_a_bishop_are_ambiguous(void **state)
{
    (void)state;
    const rk_position both = position(both_capture);
    expect_error(&both, "BXC4", RK_AMBIGUOUS,
                 "this can be bxc4 or Bxc4: write it in lower case or with one capital");
}

static void a_bishop_named_with_a_capital_is_not_a_pawn(void **state)
{
    (void)state;
    const rk_position pawn = position(pawn_captures);
    expect_error(&pawn, "Bxc4", RK_ILLEGAL, "the bishop on g1 does not move to c4");
}

static void an_amazon_is_told_from_the_a_pawn(void **state)
{
    (void)state;
    const rk_position start = rk_position_start(RK_AMAZON_CHESS);
    expect_move(&start, "ac3", "Ac3");
    expect_move(&start, "AC3", "Ac3");
    expect_move(&start, "a3", "a3");
    expect_move(&start, "A3", "a3");
}

static void drops_may_have_any_case(void **state)
{
    (void)state;
    const rk_position pos = position_of(RK_CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[NB] w - - 0 1");
    expect_move(&pos, "n@f3", "N@f3");
    expect_move(&pos, "B@F3", "B@f3");
    expect_move(&pos, "b@f3", "B@f3");
}

static void errors_explain_the_move_that_was_meant(void **state)
{
    (void)state;
    const rk_position start = rk_position_start(RK_STANDARD);
    expect_error(&start, "E5", RK_ILLEGAL, "the pawn on e2 does not move to e5");
    expect_error(&start, "NF6", RK_ILLEGAL, "no knight can reach f6");
    expect_error(&start, "xyzzy", RK_SYNTAX, "this is not a move");
    expect_error(&start, "", RK_SYNTAX, "this is not a move");
    expect_error(&start, "e4 e5", RK_ILLEGAL, "there is no piece on e4");
}

static void a_promotion_without_a_piece_is_recognized(void **state)
{
    (void)state;
    static const char *const lacking[] = {"e8",   "e7e8",  "E8",  "e7 e8", "e7-e8",
                                          "exd8", "1. e8", "e8=", "exd8+", "e7xd8"};
    static const char *const others[] = {"e8=Q", "e7e8q", "e8=K", "e4", "Ke2", "xyzzy", ""};
    const rk_position pos = position(promotes);
    rk_move move;
    for (size_t i = 0; i < sizeof lacking / sizeof *lacking; i++) {
        move = RK_NO_MOVE;
        if (!typed_move_lacks_promotion(&pos, lacking[i], &move))
            fail_msg("%s lacks a piece", lacking[i]);
        assert_int_equal(rk_move_from(move), square_named("e7"));
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (typed_move_lacks_promotion(&pos, others[i], &move))
            fail_msg("%s does not lack a piece", others[i]);
}

static void promotions_may_have_any_case(void **state)
{
    (void)state;
    static const char *const typed[] = {"e8=Q", "e8q", "E8=Q", "E8Q", "e7e8q", "E7E8Q", "e7 e8q"};
    const rk_position pos = position(promotes);
    for (size_t i = 0; i < sizeof typed / sizeof *typed; i++)
        expect_move(&pos, typed[i], "e8=Q+");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(letters_may_have_any_case),
        cmocka_unit_test(castling_may_be_typed_with_zeros_and_small_letters),
        cmocka_unit_test(move_numbers_and_blanks_are_skipped),
        cmocka_unit_test(a_small_b_is_a_pawn_if_one_can_move_and_a_bishop_otherwise),
        cmocka_unit_test(capitals_that_can_mean_a_pawn_or_a_bishop_are_ambiguous),
        cmocka_unit_test(a_bishop_named_with_a_capital_is_not_a_pawn),
        cmocka_unit_test(an_amazon_is_told_from_the_a_pawn),
        cmocka_unit_test(drops_may_have_any_case),
        cmocka_unit_test(errors_explain_the_move_that_was_meant),
        cmocka_unit_test(a_promotion_without_a_piece_is_recognized),
        cmocka_unit_test(promotions_may_have_any_case),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
