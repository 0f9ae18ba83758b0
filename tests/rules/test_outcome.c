/* SPDX-License-Identifier: MIT */
/* Positions that end the game, and the material that each side needs to win. */
#include "rookery/outcome.h"

#include "support/board.h"

static rk_end end_of(rk_position pos)
{
    return rk_position_outcome(&pos).end;
}

static rk_winner winner_of(rk_position pos)
{
    return rk_position_outcome(&pos).winner;
}

// ---- mate and stalemate ----------------------------------------------------------------------

static void no_variant_is_over_at_the_start(void **state)
{
    (void)state;
    for (unsigned variant = 0; variant < RK_VARIANT_COUNT; variant++) {
        const rk_position pos =
            position_of((rk_variant)variant, rk_variant_start((rk_variant)variant));
        assert_int_equal(end_of(pos), RK_NOT_OVER);
        assert_int_equal(winner_of(pos), RK_NOBODY_WINS);
    }
}

static void checkmate_wins_for_the_side_that_gave_it(void **state)
{
    (void)state;
    const rk_position fools_mate =
        after(position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
              "f2f3 e7e5 g2g4 d8h4");
    assert_int_equal(end_of(fools_mate), RK_CHECKMATE);
    assert_int_equal(winner_of(fools_mate), RK_BLACK_WINS);
    const rk_position back_rank_mate = position("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1");
    assert_int_equal(end_of(back_rank_mate), RK_CHECKMATE);
    assert_int_equal(winner_of(back_rank_mate), RK_WHITE_WINS);
}

static void a_check_that_can_be_answered_is_not_checkmate(void **state)
{
    (void)state;
    assert_int_equal(end_of(position("R5k1/5pp1/8/8/8/8/8/4K3 b - - 0 1")), RK_NOT_OVER);
}

static void a_check_that_only_en_passant_answers_is_not_checkmate(void **state)
{
    (void)state;
    // g2-g4 gave check; every flight square is attacked, but either pawn may capture on g3.
    const rk_position pos = position("6R1/8/R7/7k/5pPp/8/8/4K3 b - g3 0 1"),
                      expired = position("6R1/8/R7/7k/5pPp/8/8/4K3 b - - 0 1");
    assert_int_equal(end_of(pos), RK_NOT_OVER);
    assert_int_equal(rk_moves_count(&pos), 2);
    assert_int_equal(end_of(expired), RK_CHECKMATE);
}

static void stalemate_is_a_draw(void **state)
{
    (void)state;
    const rk_position pos = position("k7/2Q5/8/8/8/8/8/4K3 b - - 0 1");
    assert_int_equal(end_of(pos), RK_STALEMATE);
    assert_int_equal(winner_of(pos), RK_NOBODY_WINS);
}

static void checkmate_takes_precedence_over_the_seventy_five_move_rule(void **state)
{
    (void)state;
    assert_int_equal(end_of(position("R5k1/5ppp/8/8/8/8/8/4K3 b - - 150 99")), RK_CHECKMATE);
}

// ---- material --------------------------------------------------------------------------------

struct material {
    rk_variant variant;
    const char *fen;
    bool white, black; /* can win */
};

static void check_material(const struct material *rows, size_t rows_count)
{
    for (size_t i = 0; i < rows_count; i++) {
        const rk_position pos = position_of(rows[i].variant, rows[i].fen);
        if (rk_position_can_win(&pos, RK_WHITE) != rows[i].white ||
            rk_position_can_win(&pos, RK_BLACK) != rows[i].black)
            fail_msg("%s %s", rk_variant_name(rows[i].variant), rows[i].fen);
        const bool drawn = !rows[i].white && !rows[i].black && rk_moves_any(&pos);
        assert_int_equal(end_of(pos) == RK_INSUFFICIENT_MATERIAL, drawn);
    }
}

static void material_decides_which_side_can_win(void **state)
{
    (void)state;
    static const struct material rows[] = {
        {RK_STANDARD, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", false, false},
        {RK_STANDARD, "4k3/8/8/8/8/8/8/N3K3 w - - 0 1", false, false},
        {RK_STANDARD, "4k3/8/8/8/8/8/8/B3K3 w - - 0 1", false, false},
        {RK_STANDARD, "b3k3/8/8/8/8/8/8/4K3 w - - 0 1", false, false},
        {RK_STANDARD, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", true, false},
        {RK_STANDARD, "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", true, false},
        {RK_STANDARD, "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", true, false},
        {RK_STANDARD, "4k3/8/8/8/8/8/8/NN2K3 w - - 0 1", true, false},
        {RK_STANDARD, "4k3/8/8/8/8/8/8/BN2K3 w - - 0 1", true, false},
        // Bishops that all move on squares of one colour cannot mate, no matter how many or whose.
        {RK_STANDARD, "4k3/8/8/8/8/B7/8/B3K3 w - - 0 1", false, false},
        {RK_STANDARD, "4k2b/8/8/8/8/8/8/B3K3 w - - 0 1", false, false},
        {RK_STANDARD, "4k1b1/8/8/8/8/8/8/B3K3 w - - 0 1", true, true},
        {RK_STANDARD, "4k3/8/8/8/8/8/B7/B3K3 w - - 0 1", true, false},
        // A single minor piece can mate only if the other side's pieces block their own king.
        {RK_STANDARD, "n3k3/8/8/8/8/8/8/N3K3 w - - 0 1", true, true},
        {RK_STANDARD, "n3k3/8/8/8/8/8/8/B3K3 w - - 0 1", true, true},
        {RK_STANDARD, "q3k3/8/8/8/8/8/8/N3K3 w - - 0 1", false, true},
        {RK_STANDARD, "r3k3/8/8/8/8/8/8/1N2K3 w - - 0 1", true, true},
        {RK_STANDARD, "r3k3/8/8/8/8/8/8/1B2K3 w - - 0 1", false, true},
        {RK_STANDARD, "q3k3/8/8/8/8/8/8/1B2K3 w - - 0 1", false, true},
        {RK_STANDARD, "4k3/p7/8/8/8/8/8/1B2K3 w - - 0 1", true, true},
        {RK_STANDARD, "4k3/p7/8/8/8/8/8/4K3 w - - 0 1", false, true},
        {RK_CHESS960, "4k3/8/8/8/8/8/8/N3K3 w - - 0 1", false, false},
        {RK_AMAZON_CHESS, "4k3/8/8/8/8/8/8/A3K3 w - - 0 1", true, false},
        {RK_AMAZON_CHESS, "a3k3/8/8/8/8/8/8/1N2K3 w - - 0 1", false, true},
        {RK_AMAZON_CHESS, "4k3/8/8/8/8/8/8/B3K3 w - - 0 1", false, false},
    };
    check_material(rows, sizeof rows / sizeof *rows);
}

static void variants_have_their_own_rules_for_material(void **state)
{
    (void)state;
    static const struct material rows[] = {
        {RK_THREE_CHECK, "4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1", false, false},
        {RK_THREE_CHECK, "4k3/8/8/8/8/8/8/N3K3 w - - 3+3 0 1", true, false},
        {RK_KING_OF_THE_HILL, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", true, true},
        {RK_CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[] w - - 0 1", true, true},
        {RK_RACING_KINGS, "8/8/8/8/8/8/8/k6K w - - 0 1", true, true},
        {RK_ATOMIC, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", false, false},
        {RK_ATOMIC, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", false, false},
        {RK_ATOMIC, "4k3/8/8/8/8/8/8/NN2K3 w - - 0 1", false, false},
        {RK_ATOMIC, "4k3/8/8/8/8/8/8/NNN1K3 w - - 0 1", true, false},
        {RK_ATOMIC, "4k3/8/8/8/8/8/8/BN2K3 w - - 0 1", true, false},
        {RK_ATOMIC, "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", true, false},
        {RK_ATOMIC, "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", true, false},
        {RK_ATOMIC, "n3k3/8/8/8/8/8/8/N3K3 w - - 0 1", true, true},
        {RK_ATOMIC, "b3k3/8/8/8/8/8/8/B3K3 w - - 0 1", false, false},
        {RK_ATOMIC, "4k2b/8/8/8/8/8/8/B3K3 w - - 0 1", true, true},
        {RK_ANTICHESS, "7b/8/8/8/8/8/8/1B6 w - - 0 1", false, false},
        {RK_ANTICHESS, "6b1/8/8/8/8/8/8/1B6 w - - 0 1", true, true},
        {RK_ANTICHESS, "7b/8/8/8/8/8/8/BB6 w - - 0 1", true, true},
        {RK_ANTICHESS, "7b/8/8/8/8/8/8/1N6 w - - 0 1", true, true},
        {RK_HORDE, "4k3/8/8/8/8/8/8/P7 w - - 0 1", false, true},
        {RK_HORDE, "4k3/8/8/8/8/8/8/Q7 w - - 0 1", false, true},
        {RK_HORDE, "4k3/p7/8/8/8/8/8/1Q6 w - - 0 1", true, true},
        {RK_HORDE, "4k3/8/8/8/8/8/8/PP6 w - - 0 1", true, true},
        {RK_HORDE, "4k3/8/8/8/8/8/8/RR6 w - - 0 1", true, true},
        {RK_HORDE, "4k3/8/8/8/8/8/8/RB6 w - - 0 1", false, true},
        {RK_HORDE, "4k3/8/8/8/8/8/8/NN6 w - - 0 1", false, true},
        {RK_HORDE, "4k3/8/8/8/8/8/8/NNN5 w - - 0 1", true, true},
        {RK_HORDE, "4k3/8/8/8/8/8/8/NNB5 w - - 0 1", true, true},
        {RK_HORDE, "4k3/8/8/8/8/8/8/NNNN4 w - - 0 1", true, true},
    };
    check_material(rows, sizeof rows / sizeof *rows);
}

static void three_knights_of_the_horde_can_mate_in_the_corner(void **state)
{
    (void)state;
    const rk_position pos = board_of(RK_HORDE, RK_BLACK,
                                     ". . . . . . . ."
                                     ". . . . . . . ."
                                     ". . . . . . . ."
                                     ". . . . . . . ."
                                     ". . N . . . . ."
                                     ". N N . . . . ."
                                     ". . . . . . . ."
                                     "k . . . . . . .");
    assert_int_equal(end_of(pos), RK_CHECKMATE);
    assert_true(rk_position_can_win(&pos, RK_WHITE));
}

static void crazyhouse_has_no_draw_by_material_or_by_move_count(void **state)
{
    (void)state;
    const rk_position pos = position_of(RK_CRAZYHOUSE, "4k3/8/8/8/8/8/8/N3K3[] w - - 199 150");
    assert_int_equal(end_of(pos), RK_NOT_OVER);
    assert_false(rk_position_fifty_moves(&pos));
}

// ---- move counts -----------------------------------------------------------------------------

static void the_fifty_move_rule_applies_from_a_hundred_plies_on(void **state)
{
    (void)state;
    const rk_position before = position("4k3/8/8/8/8/8/8/R3K3 w - - 99 80"),
                      now = position("4k3/8/8/8/8/8/8/R3K3 w - - 100 80");
    assert_false(rk_position_fifty_moves(&before));
    assert_true(rk_position_fifty_moves(&now));
    assert_int_equal(end_of(now), RK_NOT_OVER);
}

static void seventy_five_moves_end_the_game(void **state)
{
    (void)state;
    assert_int_equal(end_of(position("4k3/8/8/8/8/8/8/R3K3 w - - 149 80")), RK_NOT_OVER);
    const rk_position now = position("4k3/8/8/8/8/8/8/R3K3 w - - 150 80");
    assert_int_equal(end_of(now), RK_SEVENTY_FIVE_MOVES);
    assert_int_equal(winner_of(now), RK_NOBODY_WINS);
}

// ---- repetition ------------------------------------------------------------------------------

/* Plays the moves and returns how often the last position has occurred since `pos`. */
static size_t repetitions_after(rk_position pos, const char *const *moves, size_t moves_count)
{
    rk_position history[32];
    assert_true(moves_count < 32);
    history[0] = pos;
    for (size_t i = 0; i < moves_count; i++)
        history[i + 1] = after(history[i], moves[i]);
    return rk_repetitions(history, moves_count + 1);
}

static void repetitions_of_a_position_are_counted(void **state)
{
    (void)state;
    static const char *const moves[] = {"g1f3", "g8f6", "f3g1", "f6g8",
                                        "g1f3", "g8f6", "f3g1", "f6g8"};
    const rk_position pos = position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert_int_equal(repetitions_after(pos, moves, 0), 1);
    assert_int_equal(repetitions_after(pos, moves, 3), 1);
    assert_int_equal(repetitions_after(pos, moves, 4), 2);
    assert_int_equal(repetitions_after(pos, moves, 7), 2);
    assert_int_equal(repetitions_after(pos, moves, 8), 3);
}

static void the_same_board_with_the_other_side_to_move_is_not_a_repetition(void **state)
{
    (void)state;
    // White triangulates.
    static const char *const moves[] = {"e1d1", "e8d8", "d1d2", "d8e8", "d2e1"};
    assert_int_equal(repetitions_after(position("4k3/8/8/8/8/8/P7/4K3 w - - 0 1"), moves, 5), 1);
}

static void a_lost_castling_right_makes_a_new_position(void **state)
{
    (void)state;
    static const char *const moves[] = {"e1e2", "e8d8", "e2e1", "d8e8",
                                        "e1e2", "e8d8", "e2e1", "d8e8"};
    const rk_position pos = position("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    assert_int_equal(repetitions_after(pos, moves, 4), 1);
    assert_int_equal(repetitions_after(pos, moves, 8), 2);
}

static void a_legal_en_passant_capture_makes_a_different_position(void **state)
{
    (void)state;
    static const char *const moves[] = {"d7d5", "e1e2", "e8e7", "e2e1", "e7e8"};
    assert_int_equal(repetitions_after(position("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1"), moves, 5), 1);
}

static void a_double_push_beyond_the_reach_of_pawns_makes_no_difference(void **state)
{
    (void)state;
    static const char *const moves[] = {"d7d5", "e1e2", "e8e7", "e2e1", "e7e8"};
    assert_int_equal(repetitions_after(position("4k3/3p4/8/7P/8/8/8/4K3 b - - 0 1"), moves, 5), 2);
}

static void an_en_passant_capture_prevented_by_a_pin_makes_no_difference(void **state)
{
    (void)state;
    static const char *const moves[] = {"d7d5", "e1f1", "h7g7", "f1e1", "g7h7"};
    assert_int_equal(repetitions_after(position("4r3/3p3k/8/4P3/8/8/8/4K3 b - - 0 1"), moves, 5),
                     2);
}

static void a_check_makes_a_new_position_in_three_check(void **state)
{
    (void)state;
    static const char *const moves[] = {"a1a8", "e8e7", "a8a1", "e7e8"};
    const rk_position pos = position_of(RK_THREE_CHECK, "4k3/8/8/8/8/8/8/R3K3 w - - 3+3 0 1");
    assert_int_equal(repetitions_after(pos, moves, 4), 1);
}

// ---- texts -----------------------------------------------------------------------------------

static void every_end_has_a_text(void **state)
{
    (void)state;
#define ROW(end, text) assert_string_equal(rk_end_text(end), text);
#include "rookery/ends.def"
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(no_variant_is_over_at_the_start),
    cmocka_unit_test(checkmate_wins_for_the_side_that_gave_it),
    cmocka_unit_test(a_check_that_can_be_answered_is_not_checkmate),
    cmocka_unit_test(a_check_that_only_en_passant_answers_is_not_checkmate),
    cmocka_unit_test(stalemate_is_a_draw),
    cmocka_unit_test(checkmate_takes_precedence_over_the_seventy_five_move_rule),
    cmocka_unit_test(material_decides_which_side_can_win),
    cmocka_unit_test(variants_have_their_own_rules_for_material),
    cmocka_unit_test(three_knights_of_the_horde_can_mate_in_the_corner),
    cmocka_unit_test(crazyhouse_has_no_draw_by_material_or_by_move_count),
    cmocka_unit_test(the_fifty_move_rule_applies_from_a_hundred_plies_on),
    cmocka_unit_test(seventy_five_moves_end_the_game),
    cmocka_unit_test(repetitions_of_a_position_are_counted),
    cmocka_unit_test(the_same_board_with_the_other_side_to_move_is_not_a_repetition),
    cmocka_unit_test(a_lost_castling_right_makes_a_new_position),
    cmocka_unit_test(a_legal_en_passant_capture_makes_a_different_position),
    cmocka_unit_test(a_double_push_beyond_the_reach_of_pawns_makes_no_difference),
    cmocka_unit_test(an_en_passant_capture_prevented_by_a_pin_makes_no_difference),
    cmocka_unit_test(a_check_makes_a_new_position_in_three_check),
    cmocka_unit_test(every_end_has_a_text),
};

int main(void)
{
    return cmocka_run_group_tests(tests, NULL, NULL);
}
