/* SPDX-License-Identifier: MIT */
/* The player that picks random legal moves. */
#include "match/random_mover.h"

#include <string.h>

#include "base/monotonic.h"
#include "match/player.h"
#include "rookery/fen.h"
#include "rookery/moves.h"
#include "rookery/san.h"
#include "support/board.h"
#include "support/engine.h"

static void random_moves_are_legal_in_every_variant(void **state)
{
    (void)state;
    for (unsigned variant = 0; variant < RK_VARIANT_COUNT; variant++) {
        struct random_mover dice = {.variant = (rk_variant)variant};
        rk_position pos = rk_position_start((rk_variant)variant);
        char moves[40 * RK_UCI_MAX] = "";
        for (int ply = 0; ply < 30 && rk_moves_any(&pos); ply++) {
            const struct search_request question = {.moves = moves};
            struct external_reply answer;
            rk_move move;
            rk_undo undo;
            assert_int_equal(random_mover_search(&dice, &question, &answer), EXTERNAL_REPLIED);
            assert_int_equal(rk_uci_parse(&pos, answer.best, strlen(answer.best), RK_NOTATION_PLAIN,
                                          &move, NULL),
                             0);
            rk_position_apply(&pos, move, &undo);
            strcat(strcat(moves, *moves ? " " : ""), answer.best);
        }
    }
}

static void every_move_is_played_and_runs_are_repeatable(void **state)
{
    (void)state;
    struct random_mover dice = {.variant = RK_STANDARD}, again = dice;
    const struct search_request question = {.fen = "7k/8/8/8/8/8/8/K7 w - - 0 1", .moves = ""};
    unsigned seen = 0;
    for (int i = 0; i < 100; i++) {
        struct external_reply answer, second;
        assert_int_equal(random_mover_search(&dice, &question, &answer), EXTERNAL_REPLIED);
        assert_int_equal(random_mover_search(&again, &question, &second), EXTERNAL_REPLIED);
        assert_string_equal(answer.best, second.best);
        seen |= !strcmp(answer.best, "a1a2")   ? 1
                : !strcmp(answer.best, "a1b1") ? 2
                : !strcmp(answer.best, "a1b2") ? 4
                                               : 8;
    }
    assert_int_equal(seen, 7);
}

static void without_a_legal_move_it_returns_the_null_move(void **state)
{
    (void)state;
    struct random_mover dice = {.variant = RK_STANDARD};
    const struct search_request question = {.fen = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", .moves = ""};
    struct external_reply answer;
    assert_int_equal(random_mover_search(&dice, &question, &answer), EXTERNAL_REPLIED);
    assert_string_equal(answer.best, "0000");
}

static void a_random_player_needs_no_process(void **state)
{
    (void)state;
    const struct engine_config config = {.command = "random", .protocol = PROTOCOL_RANDOM};
    struct player *player;
    char error[64];
    assert_int_equal(player_start(&config, monotonic_callback, NULL, &player, error, sizeof error),
                     RK_OK);
    assert_string_equal(player_name(player), "random");
    assert_true(player_new_game(player, RK_ATOMIC, 1));
    player_stop(player);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(random_moves_are_legal_in_every_variant),
    cmocka_unit_test(every_move_is_played_and_runs_are_repeatable),
    cmocka_unit_test(without_a_legal_move_it_returns_the_null_move),
    cmocka_unit_test(a_random_player_needs_no_process),
};

int main(void)
{
    return cmocka_run_group_tests(tests, NULL, NULL);
}
