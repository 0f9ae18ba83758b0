/* SPDX-License-Identifier: MIT */
/* The opening of a game. Skipped without the names of openings. */
#include "rookery/game.h"

#include "rookery/fen.h"
#include "support/board.h"
#include "support/game.h"

static void require_names(void)
{
    if (!rk_opening_count()) {
        print_message("skipped: built without the names of openings\n");
        skip();
    }
}

static void the_opening_follows_the_moves_and_their_undo(void **state)
{
    (void)state;
    require_names();
    rk_game *game = start_game(rk_position_start(RK_STANDARD), "-");
    assert_int_equal(rk_game_opening(game).ply, 0);
    play_san(game, "e4 c5");
    assert_string_equal(rk_game_opening(game).opening.eco, "B20");
    assert_int_equal(rk_game_opening(game).ply, 2);
    assert_int_equal(rk_game_undo(game), RK_OK);
    assert_string_equal(rk_game_opening(game).opening.eco, "B00");
    rk_game_destroy(game);
}

static void actions_without_a_move_do_not_count(void **state)
{
    (void)state;
    require_names();
    rk_game *game = start_game(rk_position_start(RK_STANDARD), "-");
    play_san(game, "e4");
    const rk_action resign = {.kind = RK_ACT_RESIGN, .by = RK_BLACK};
    assert_int_equal(rk_game_play(game, resign, NULL), RK_OK);
    assert_int_equal(rk_game_opening(game).plies, 1);
    assert_int_equal(rk_game_opening(game).ply, 1);
    rk_game_destroy(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_opening_follows_the_moves_and_their_undo),
        cmocka_unit_test(actions_without_a_move_do_not_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
