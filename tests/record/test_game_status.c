/* SPDX-License-Identifier: MIT */
#include "record/game_status.h"

#include <string.h>

#include "rookery/fen.h"
#include "rookery/san.h"
#include "support/board.h"

static rk_game *game_from(rk_variant variant, const char *fen)
{
    rk_game_setup setup = {0};
    rk_game *game;
    assert_int_equal(rk_fen_parse(fen, strlen(fen), variant, RK_FEN_PLAIN, &setup.start, NULL),
                     RK_OK);
    assert_int_equal(rk_game_create(&setup, &game), RK_OK);
    return game;
}

static void play(rk_game *game, const char *san)
{
    rk_action action = {.kind = RK_ACT_MOVE, .by = rk_position_turn(rk_game_position(game))};
    assert_int_equal(rk_san_parse(rk_game_position(game), san, strlen(san), RK_NOTATION_PLAIN,
                                  &action.move, NULL),
                     RK_OK);
    assert_int_equal(rk_game_play(game, action, NULL), RK_OK);
}

static void expect_end_word(rk_game *game, const char *word, rk_side side)
{
    assert_string_equal(game_end_word(game), word);
    assert_int_equal(game_end_side(game), side);
    rk_game_destroy(game);
}

static void a_running_game_has_no_end(void **state)
{
    (void)state;
    rk_game *game = game_from(RK_STANDARD, "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1");
    assert_null(game_end_word(game));
    assert_int_equal(game_end_side(game), RK_NO_SIDE);
    rk_game_destroy(game);
}

static void an_end_on_the_board_has_a_word_and_no_side(void **state)
{
    (void)state;
    rk_game *game = game_from(RK_STANDARD, "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1");
    play(game, "Qg7");
    expect_end_word(game, "checkmate", RK_NO_SIDE);
    game = game_from(RK_KING_OF_THE_HILL, "7k/8/8/8/8/3K4/8/8 w - - 0 1");
    play(game, "Ke4");
    expect_end_word(game, "king-on-hill", RK_NO_SIDE);
}

static void who_resigned_or_did_not_move_is_known(void **state)
{
    (void)state;
    rk_game *game = game_from(RK_STANDARD, "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1");
    assert_int_equal(rk_game_play(game, (rk_action){.kind = RK_ACT_RESIGN, .by = RK_BLACK}, NULL),
                     RK_OK);
    expect_end_word(game, "resignation", RK_BLACK);
    game = game_from(RK_STANDARD, "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1");
    const rk_action abort = {.kind = RK_ACT_ABORT, .by = RK_WHITE, .reason = END_REASON_NO_SHOW};
    assert_int_equal(rk_game_play(game, abort, NULL), RK_OK);
    expect_end_word(game, "no-show", RK_WHITE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_running_game_has_no_end),
        cmocka_unit_test(an_end_on_the_board_has_a_word_and_no_side),
        cmocka_unit_test(who_resigned_or_did_not_move_is_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
