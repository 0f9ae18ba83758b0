/* SPDX-License-Identifier: MIT */
/* The opponent that moves by chance. */
#include "match/dice.h"

#include <string.h>

#include "match/player.h"
#include "platform/monotonic.h"
#include "rookery/fen.h"
#include "rookery/moves.h"
#include "rookery/san.h"
#include "support/board.h"
#include "support/engine.h"

static void its_moves_are_legal_in_every_variant(void **state)
{
    (void)state;
    for (unsigned variant = 0; variant < RK_VARIANT_COUNT; variant++) {
        struct dice dice = {.variant = (rk_variant)variant};
        rk_position pos = rk_position_start((rk_variant)variant);
        char moves[40 * RK_UCI_MAX] = "";
        for (int ply = 0; ply < 30 && rk_moves_any(&pos); ply++) {
            const struct referee_question question = {.moves = moves};
            struct external_reply answer;
            rk_move move;
            rk_memo undo;
            assert_int_equal(dice_ask(&dice, &question, &answer), EXTERNAL_REPLIED);
            assert_int_equal(rk_uci_parse(&pos, answer.best, strlen(answer.best), &move, NULL), 0);
            rk_position_apply(&pos, move, &undo);
            strcat(strcat(moves, *moves ? " " : ""), answer.best);
        }
    }
}

static void all_moves_come_and_the_same_ones_again(void **state)
{
    (void)state;
    struct dice dice = {.variant = RK_STANDARD}, again = dice;
    const struct referee_question question = {.fen = "7k/8/8/8/8/8/8/K7 w - - 0 1", .moves = ""};
    unsigned seen = 0;
    for (int i = 0; i < 100; i++) {
        struct external_reply answer, second;
        assert_int_equal(dice_ask(&dice, &question, &answer), EXTERNAL_REPLIED);
        assert_int_equal(dice_ask(&again, &question, &second), EXTERNAL_REPLIED);
        assert_string_equal(answer.best, second.best);
        seen |= !strcmp(answer.best, "a1a2")   ? 1
                : !strcmp(answer.best, "a1b1") ? 2
                : !strcmp(answer.best, "a1b2") ? 4
                                               : 8;
    }
    assert_int_equal(seen, 7);
}

static void who_has_no_move_says_so(void **state)
{
    (void)state;
    struct dice dice = {.variant = RK_STANDARD};
    const struct referee_question question = {.fen = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", .moves = ""};
    struct external_reply answer;
    assert_int_equal(dice_ask(&dice, &question, &answer), EXTERNAL_REPLIED);
    assert_string_equal(answer.best, "0000");
}

static void it_needs_no_program(void **state)
{
    (void)state;
    const struct contestant contestant = {.command = "random", .protocol = CONTESTANT_CHANCE};
    struct player *player;
    char why[64];
    assert_int_equal(player_start(&contestant, monotonic_callback, NULL, &player, why, sizeof why),
                     RK_OK);
    assert_string_equal(player_name(player), "random");
    assert_true(player_new_game(player, RK_ATOMIC));
    player_stop(player);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(its_moves_are_legal_in_every_variant),
    cmocka_unit_test(all_moves_come_and_the_same_ones_again),
    cmocka_unit_test(who_has_no_move_says_so),
    cmocka_unit_test(it_needs_no_program),
};

int main(void)
{
    return cmocka_run_group_tests(tests, NULL, NULL);
}
