/* SPDX-License-Identifier: MIT */
#include "review/line_material.h"

#include "support/board.h"

static const char *describe(struct line_material material)
{
    static char out[120];
    struct text text = text_in(out, sizeof out);
    line_material_describe(&material, &text);
    text_end(&text);
    return out;
}

static void losses_are_named_as_players_name_them(void **state)
{
    (void)state;
    assert_string_equal(describe((struct line_material){.lost = {[RK_KNIGHT] = 1}}), "a knight");
    assert_string_equal(describe((struct line_material){.lost = {[RK_PAWN] = 2}}), "two pawns");
    assert_string_equal(describe((struct line_material){.lost = {[RK_ROOK] = 1, [RK_PAWN] = 1},
                                                        .gained = {[RK_BISHOP] = 1}}),
                        "the exchange and a pawn");
    assert_string_equal(
        describe((struct line_material){.lost = {[RK_QUEEN] = 1}, .gained = {[RK_ROOK] = 1}}),
        "the queen for a rook");
    assert_string_equal(
        describe((struct line_material){.lost = {[RK_KNIGHT] = 2, [RK_QUEEN] = 1},
                                        .gained = {[RK_KNIGHT] = 1, [RK_QUEEN] = 1}}),
        "a knight");
    assert_string_equal(describe((struct line_material){.lost = {[RK_BISHOP] = 1, [RK_PAWN] = 1},
                                                        .gained = {[RK_KNIGHT] = 1}}),
                        "a pawn");
}

static void captures_are_followed_until_it_is_quiet(void **state)
{
    (void)state;
    const rk_position start = board(RK_WHITE, ". . . . . . k .  . . . . . . . ."
                                              ". . . . . . . .  . . . n . . . ."
                                              ". . . . P . . .  . . . . . B . ."
                                              ". . . . . . . .  . . . . . . K .");
    struct evaluation evaluation = {.line_size = 2};
    evaluation.line[0] = move(&start, "e4d5");
    const rk_position taken = after(start, "e4d5");
    evaluation.line[1] = move(&taken, "g8f7");
    const struct line_material won = line_material_count(&start, RK_NO_MOVE, &evaluation, RK_WHITE);
    assert_int_equal(line_material_balance(&won), 3);
    const struct line_material lost =
        line_material_count(&start, RK_NO_MOVE, &evaluation, RK_BLACK);
    assert_int_equal(line_material_balance(&lost), -3);
    assert_string_equal(describe(lost), "a knight");

    // A line that ends with a capture may go on with another: it does not count.
    evaluation.line_size = 1;
    const struct line_material open =
        line_material_count(&start, RK_NO_MOVE, &evaluation, RK_WHITE);
    assert_int_equal(line_material_balance(&open), 0);
}

static void promotions_of_the_opponent_are_seen(void **state)
{
    (void)state;
    const rk_position start = board(RK_BLACK, ". . . . . . . .  . . . . . . . ."
                                              ". . . . . . . .  . . . . . . . ."
                                              ". . . . . . . .  . . . . . . . ."
                                              "p . . . . . k .  . . . . K . . .");
    struct evaluation evaluation = {.line_size = 2};
    evaluation.line[0] = move(&start, "a2a1q");
    const rk_position promoted = after(start, "a2a1q");
    evaluation.line[1] = move(&promoted, "e1e2");
    const struct line_material material =
        line_material_count(&start, RK_NO_MOVE, &evaluation, RK_WHITE);
    assert_true(material.opponent_promotes);
    assert_int_equal(line_material_balance(&material), -8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(losses_are_named_as_players_name_them),
        cmocka_unit_test(captures_are_followed_until_it_is_quiet),
        cmocka_unit_test(promotions_of_the_opponent_are_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
