/* SPDX-License-Identifier: MIT */
/* The rules that each variant adds to chess or changes. */
#include "rookery/variant.h"

#include <string.h>

#include "rookery/fen.h"
#include "rookery/outcome.h"
#include "rookery/perft.h"
#include "support/board.h"

static rk_end end_of(rk_position pos)
{
    return rk_position_outcome(&pos).end;
}

// ---- the table -------------------------------------------------------------------------------

static void a_variant_is_found_by_every_spelling_of_its_name(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        rk_variant variant;
    } rows[] = {
        {"standard", RK_STANDARD},
        {"Chess", RK_STANDARD},
        {"Chess960", RK_CHESS960},
        {"Fischerandom", RK_CHESS960},
        {"threeCheck", RK_THREE_CHECK},
        {"3check", RK_THREE_CHECK},
        {"kingOfTheHill", RK_KING_OF_THE_HILL},
        {"KING_OF THE-HILL", RK_KING_OF_THE_HILL},
        {"atomic", RK_ATOMIC},
        {"giveaway", RK_ANTICHESS},
        {"zh", RK_CRAZYHOUSE},
        {"Horde", RK_HORDE},
        {"racingKings", RK_RACING_KINGS},
        {"amazon", RK_AMAZON_CHESS},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        rk_variant found = RK_VARIANT_COUNT;
        assert_true(rk_variant_from_name(rows[i].name, &found));
        assert_int_equal(found, rows[i].variant);
    }
}

static void every_variant_is_found_by_its_own_name(void **state)
{
    (void)state;
    for (unsigned variant = 0; variant < RK_VARIANT_COUNT; variant++) {
        rk_variant found = RK_VARIANT_COUNT;
        assert_true(rk_variant_from_name(rk_variant_name((rk_variant)variant), &found));
        assert_int_equal(found, variant);
    }
}

static void an_unknown_name_is_rejected_and_changes_nothing(void **state)
{
    (void)state;
    static const char *const names[] = {"", "stand", "standards", "bughouse", "chess 961"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        rk_variant found = RK_HORDE;
        assert_false(rk_variant_from_name(names[i], &found));
        assert_int_equal(found, RK_HORDE);
    }
}

static void every_variant_has_its_known_perft_count_at_the_start(void **state)
{
    (void)state;
    static const uint64_t nodes[RK_VARIANT_COUNT] = {
        [RK_STANDARD] = 8902,         [RK_CHESS960] = 8902, [RK_THREE_CHECK] = 8902,
        [RK_KING_OF_THE_HILL] = 8902, [RK_ATOMIC] = 8902,   [RK_ANTICHESS] = 8067,
        [RK_CRAZYHOUSE] = 8902,       [RK_HORDE] = 1274,    [RK_RACING_KINGS] = 11264,
        [RK_AMAZON_CHESS] = 12483,
    };
    for (unsigned variant = 0; variant < RK_VARIANT_COUNT; variant++) {
        const rk_position pos = rk_position_start((rk_variant)variant);
        assert_int_equal(pos.variant, variant);
        assert_int_equal(rk_perft(&pos, 3), nodes[variant]);
    }
}

// ---- Chess960 --------------------------------------------------------------------------------

static void chess960_castling_ends_on_the_same_squares_as_in_chess(void **state)
{
    (void)state;
    const rk_position pos = position_of(RK_CHESS960, "r3k1r1/8/8/8/8/8/8/1R3K1R w HBga - 0 1");
    const rk_position done = after(pos, "f1b1 e8g8");
    assert_int_equal(done.of[RK_KING], square_bit("c1") | square_bit("g8"));
    assert_int_equal(done.of[RK_ROOK],
                     square_bit("d1") | square_bit("h1") | square_bit("f8") | square_bit("a8"));
    assert_int_equal(done.castling, 0);
}

static void castling_is_illegal_if_the_rook_shields_the_king(void **state)
{
    (void)state;
    const rk_position diagram = board_of(RK_CHESS960, RK_WHITE,
                                         ". . . . k . . ."
                                         ". . . . . . . ."
                                         ". . . . . . . ."
                                         ". . . . . . . ."
                                         ". . . . . . . ."
                                         ". . . . . . . ."
                                         ". . . . . . . ."
                                         "r R K . . . . .");
    const rk_position pos = with_castling(diagram, "b1");
    assert_false(can_play(&pos, "c1b1"));
}

static void castling_is_illegal_if_the_rook_shields_the_kings_target_square(void **state)
{
    (void)state;
    const rk_position diagram = board_of(RK_CHESS960, RK_WHITE,
                                         ". . . . k . . ."
                                         ". . . . . . . ."
                                         ". . . . . . . ."
                                         ". . . . . . . ."
                                         ". . . . . . . ."
                                         ". . . . . . . ."
                                         ". . . . . . . ."
                                         "q R . K . . . .");
    const rk_position pos = with_castling(diagram, "b1");
    assert_false(can_play(&pos, "d1b1"));
    assert_true(can_play(&pos, "d1c1"));
}

static void castling_is_legal_with_an_enemy_bishop_behind_the_rook(void **state)
{
    (void)state;
    const rk_position diagram = board_of(RK_CHESS960, RK_WHITE,
                                         ". . . . k . . ."
                                         ". . . . . . . ."
                                         ". . . . . . . ."
                                         ". . . . . . . ."
                                         ". . . . . . . ."
                                         ". . . . . . . ."
                                         ". . . . . . . ."
                                         "b R K . . . . .");
    const rk_position pos = with_castling(diagram, "b1");
    assert_true(can_play(&pos, "c1b1"));
}

static void an_adjacent_king_and_rook_may_swap_squares(void **state)
{
    (void)state;
    const rk_position diagram = board_of(RK_CHESS960, RK_WHITE,
                                         ". . . . k . . ."
                                         ". . . . . . . ."
                                         ". . . . . . . ."
                                         ". . . . . . . ."
                                         ". . . . . . . ."
                                         ". . . . . . . ."
                                         ". . . . . . . ."
                                         ". . . . . K R .");
    const rk_position done = after(with_castling(diagram, "g1"), "f1g1");
    assert_int_equal(done.of[RK_KING] & done.by[RK_WHITE], square_bit("g1"));
    assert_int_equal(done.of[RK_ROOK], square_bit("f1"));
}

static void a_king_already_on_its_target_square_may_castle(void **state)
{
    (void)state;
    const rk_position diagram = board_of(RK_CHESS960, RK_WHITE,
                                         ". . . . k . . ."
                                         ". . . . . . . ."
                                         ". . . . . . . ."
                                         ". . . . . . . ."
                                         ". . . . . . . ."
                                         ". . . . . . . ."
                                         ". . . . . . . ."
                                         ". . . . . . K R");
    const rk_position done = after(with_castling(diagram, "h1"), "g1h1");
    assert_int_equal(done.of[RK_KING] & done.by[RK_WHITE], square_bit("g1"));
    assert_int_equal(done.of[RK_ROOK], square_bit("f1"));
}

static void a_king_may_pass_over_its_castling_rook(void **state)
{
    (void)state;
    const rk_position diagram = board_of(RK_CHESS960, RK_WHITE,
                                         ". . . . k . . ."
                                         ". . . . . . . ."
                                         ". . . . . . . ."
                                         ". . . . . . . ."
                                         ". . . . . . . ."
                                         ". . . . . . . ."
                                         ". . . . . . . ."
                                         ". K R . . . . .");
    const rk_position pos = with_castling(diagram, "c1"), done = after(pos, "b1c1");
    assert_int_equal(done.of[RK_KING] & done.by[RK_WHITE], square_bit("g1"));
    assert_int_equal(done.of[RK_ROOK], square_bit("f1"));
}

static void castling_over_or_onto_another_piece_is_illegal(void **state)
{
    (void)state;
    // The rook from a1 would land on d1, the king from b1 on c1.
    static const char *const ranks[] = {"R K . N . . . .", "R K N . . . . .", "R K n . . . . .",
                                        "RK.n...."};
    for (size_t i = 0; i < sizeof ranks / sizeof *ranks; i++) {
        rk_position pos = draft(RK_CHESS960, RK_WHITE,
                                ". . . . k . . ."
                                ". . . . . . . ."
                                ". . . . . . . ."
                                ". . . . . . . ."
                                ". . . . . . . ."
                                ". . . . . . . ."
                                ". . . . . . . ."
                                ". . . . . . . .");
        for (int file = 0; file < 8; file++) {
            rk_piece piece;
            if (rk_piece_from_letter(ranks[i][file], &piece))
                rk_position_put(&pos, rk_square_at(file, 0), piece);
        }
        pos = with_castling(pos, "a1");
        assert_false(can_play(&pos, "b1a1"));
    }
}

static void castling_over_a_distant_attacked_square_is_illegal(void **state)
{
    (void)state;
    const rk_position diagram = board_of(RK_CHESS960, RK_WHITE,
                                         "k . . . r . . ."
                                         ". . . . . . . ."
                                         ". . . . . . . ."
                                         ". . . . . . . ."
                                         ". . . . . . . ."
                                         ". . . . . . . ."
                                         ". . . . . . . ."
                                         ". K . . . . . R");
    const rk_position pos = with_castling(diagram, "h1");
    assert_false(can_play(&pos, "b1h1"));
}

static void castling_is_legal_if_only_squares_off_the_kings_path_are_attacked(void **state)
{
    (void)state;
    // b1 and c1 are attacked, but the king only goes from e1 to g1.
    const rk_position diagram = board_of(RK_CHESS960, RK_WHITE,
                                         "k r r . . . . ."
                                         ". . . . . . . ."
                                         ". . . . . . . ."
                                         ". . . . . . . ."
                                         ". . . . . . . ."
                                         ". . . . . . . ."
                                         ". . . . . . . ."
                                         ". . . . K . . R");
    const rk_position pos = with_castling(diagram, "h1");
    assert_true(can_play(&pos, "e1h1"));
}

static void a_castling_right_may_belong_to_an_inner_rook(void **state)
{
    (void)state;
    const rk_position diagram = board_of(RK_CHESS960, RK_WHITE,
                                         ". . . . k . . ."
                                         ". . . . . . . ."
                                         ". . . . . . . ."
                                         ". . . . . . . ."
                                         ". . . . . . . ."
                                         ". . . . . . . ."
                                         ". . . . . . . ."
                                         "R R . . K . . .");
    const rk_position pos = with_castling(diagram, "b1");
    assert_true(can_play(&pos, "e1b1"));
    assert_false(can_play(&pos, "e1a1"));
    const rk_position moved = after(pos, "a1a2");
    assert_int_equal(moved.castling, square_bit("b1"));
}

static void standard_positions_may_have_castling_rights_of_chess960(void **state)
{
    (void)state;
    const rk_position diagram = board(RK_WHITE, ". . . . k . . ."
                                                ". . . . . . . ."
                                                ". . . . . . . ."
                                                ". . . . . . . ."
                                                ". . . . . . . ."
                                                ". . . . . . . ."
                                                ". . . . . . . ."
                                                ". . . . . K R .");
    const rk_position pos = with_castling(diagram, "g1");
    assert_true(can_play(&pos, "f1g1"));
}

static void the_960_starts_all_differ_and_518_is_the_standard_one(void **state)
{
    (void)state;
    static rk_position starts[960];
    for (unsigned i = 0; i < 960; i++) {
        assert_int_equal(rk_position_chess960(i, &starts[i]), RK_OK);
        for (unsigned j = 0; j < i; j++)
            assert_int_not_equal(starts[i].key, starts[j].key);
    }
    const rk_position standard = rk_position_start(RK_CHESS960);
    assert_true(rk_position_same(&starts[518], &standard));
    rk_position untouched = standard;
    assert_int_not_equal(rk_position_chess960(960, &untouched), RK_OK);
    assert_memory_equal(&untouched, &standard, sizeof standard);
}

// ---- three-check -----------------------------------------------------------------------------

static void the_third_check_wins_and_ends_the_game(void **state)
{
    (void)state;
    const rk_position pos =
        after(position_of(RK_THREE_CHECK, "4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1"), "a1a8");
    assert_int_equal(pos.checks_left[RK_WHITE], 0);
    assert_false(rk_moves_any(&pos));
    const rk_outcome outcome = rk_position_outcome(&pos);
    assert_int_equal(outcome.end, RK_THIRD_CHECK);
    assert_int_equal(outcome.winner, RK_WHITE_WINS);
}

static void a_double_check_counts_once(void **state)
{
    (void)state;
    const rk_position pos =
        after(position_of(RK_THREE_CHECK, "4k3/8/8/8/4N3/8/8/4RK2 w - - 3+3 0 1"), "e4f6");
    assert_int_equal(pos.checks_left[RK_WHITE], 2);
    assert_int_equal(pos.checks_left[RK_BLACK], 3);
    assert_true(rk_moves_any(&pos));
}

static void a_move_without_check_is_not_counted(void **state)
{
    (void)state;
    const rk_position pos =
        after(position_of(RK_THREE_CHECK, "4k3/8/8/8/8/8/8/R3K3 w - - 3+3 0 1"), "a1a2 e8e7");
    assert_int_equal(pos.checks_left[RK_WHITE], 3);
    assert_int_equal(pos.checks_left[RK_BLACK], 3);
}

static void castling_may_give_the_third_check(void **state)
{
    (void)state;
    const rk_position pos =
        after(position_of(RK_THREE_CHECK, "5k2/8/8/8/8/8/8/4K2R w K - 1+1 0 1"), "e1h1");
    assert_int_equal(end_of(pos), RK_THIRD_CHECK);
}

// ---- king of the hill ------------------------------------------------------------------------

static void a_king_on_each_square_of_the_hill_wins(void **state)
{
    (void)state;
    static const char *const steps[] = {"d3d4", "e3e4", "d6d5", "e6e5", "c4d5"};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        rk_position pos = draft(RK_KING_OF_THE_HILL, RK_WHITE,
                                "k . . . . . . ."
                                ". . . . . . . ."
                                ". . . . . . . ."
                                ". . . . . . . ."
                                ". . . . . . . ."
                                ". . . . . . . ."
                                "p . . . . . . ."
                                ". . . . . . . .");
        rk_position_put(&pos, square_named(steps[i]), (rk_piece){RK_KING, RK_WHITE});
        assert_int_equal(rk_position_validate(&pos), 0);
        play_moves(&pos, steps[i]);
        assert_false(rk_moves_any(&pos));
        const rk_outcome outcome = rk_position_outcome(&pos);
        assert_int_equal(outcome.end, RK_KING_ON_HILL);
        assert_int_equal(outcome.winner, RK_WHITE_WINS);
    }
}

static void a_king_beside_the_hill_does_not_win(void **state)
{
    (void)state;
    const rk_position pos = position_of(RK_KING_OF_THE_HILL, "k7/8/8/8/2K5/8/8/8 b - - 0 1");
    assert_true(rk_moves_any(&pos));
    assert_int_equal(end_of(pos), RK_NOT_OVER); // even with bare kings
}

static void a_king_may_not_step_onto_an_attacked_square_of_the_hill(void **state)
{
    (void)state;
    const rk_position pos = position_of(RK_KING_OF_THE_HILL, "k3r3/8/8/8/8/4K3/8/8 w - - 0 1"),
                      side = position_of(RK_KING_OF_THE_HILL, "k3r3/8/8/8/8/3K4/8/8 w - - 0 1");
    assert_false(can_play(&pos, "e3e4"));
    assert_true(can_play(&pos, "e3d4"));
    assert_false(can_play(&side, "d3e4"));
}

// ---- atomic ----------------------------------------------------------------------------------

static void a_capture_explodes_all_adjacent_pieces_except_pawns(void **state)
{
    (void)state;
    const rk_position pos = after(board_of(RK_ATOMIC, RK_WHITE,
                                           "k . . . . . . ."
                                           ". . . . . . . ."
                                           ". . n b p . . ."
                                           ". . r q P . . ."
                                           ". . B P N . . ."
                                           ". . . . Q . . ."
                                           ". . . . . . . ."
                                           ". . . R K . . ."),
                                  "c4d5");
    const rk_position expected = board_of(RK_ATOMIC, RK_BLACK,
                                          "k . . . . . . ."
                                          ". . . . . . . ."
                                          ". . . . p . . ."
                                          ". . . . P . . ."
                                          ". . . P . . . ."
                                          ". . . . Q . . ."
                                          ". . . . . . . ."
                                          ". . . R K . . .");
    assert_true(rk_position_same(&pos, &expected));
}

static void a_quiet_move_explodes_nothing(void **state)
{
    (void)state;
    const rk_position pos =
        after(position_of(RK_ATOMIC, "k7/8/8/3q4/8/8/8/3RK3 w - - 0 1"), "d1d4");
    assert_int_equal(pos.by[RK_WHITE] | pos.by[RK_BLACK],
                     square_bit("a8") | square_bit("d5") | square_bit("d4") | square_bit("e1"));
}

static void kings_may_not_capture_in_atomic(void **state)
{
    (void)state;
    const rk_position pos = position_of(RK_ATOMIC, "k7/8/8/8/8/8/3p4/4K3 w - - 0 1");
    assert_true(rk_position_in_check(&pos));
    assert_false(can_play(&pos, "e1d2"));
    assert_true(can_play(&pos, "e1e2"));
}

static void exploding_ones_own_king_is_illegal(void **state)
{
    (void)state;
    const rk_position pos = board_of(RK_ATOMIC, RK_WHITE,
                                     ". . . . . . . k"
                                     ". . . . . . . ."
                                     ". . . . . . . ."
                                     ". . . . . . . ."
                                     ". . . . . . . ."
                                     ". . . . . . . ."
                                     "R . . . . n . ."
                                     ". . . . K . . .");
    assert_false(can_play(&pos, "a2f2"));
    assert_true(can_play(&pos, "a2e2"));
}

static void exploding_the_enemy_king_wins_even_while_in_check(void **state)
{
    (void)state;
    const rk_position pos = position_of(RK_ATOMIC, "kn6/8/8/8/8/8/1R6/4K2r w - - 0 1");
    assert_true(rk_position_in_check(&pos));
    assert_false(can_play(&pos, "b2b7"));
    const rk_position done = after(pos, "b2b8");
    assert_false(rk_moves_any(&done));
    const rk_outcome outcome = rk_position_outcome(&done);
    assert_int_equal(outcome.end, RK_KING_EXPLODED);
    assert_int_equal(outcome.winner, RK_WHITE_WINS);
}

static void exploding_both_kings_is_illegal(void **state)
{
    (void)state;
    const rk_position pos = position_of(RK_ATOMIC, "8/8/8/8/8/8/R3n3/3K1k2 w - - 0 1");
    assert_false(can_play(&pos, "a2e2"));
}

static void a_capture_next_to_the_checking_piece_answers_the_check(void **state)
{
    (void)state;
    const rk_position pos = position_of(RK_ATOMIC, "k3r3/3n4/8/8/8/8/3R4/4K3 w - - 0 1");
    assert_true(rk_position_in_check(&pos));
    assert_true(can_play(&pos, "d2d7"));
    assert_true(can_play(&pos, "d2e2"));
    assert_false(can_play(&pos, "d2d6"));
}

static void an_explosion_that_exposes_ones_own_king_is_illegal(void **state)
{
    (void)state;
    // Capturing on d5 explodes the knight on e4, which shields the king.
    const rk_position pos = position_of(RK_ATOMIC, "k3r3/8/8/3n4/4N3/8/8/3RK3 w - - 0 1");
    assert_false(can_play(&pos, "d1d5"));
    assert_true(can_play(&pos, "d1d4"));
}

static void adjacent_kings_cannot_be_in_check(void **state)
{
    (void)state;
    const rk_position pos = position_of(RK_ATOMIC, "8/8/8/8/8/8/3k4/r2NK3 w - - 0 1"),
                      attacked = position_of(RK_ATOMIC, "4r3/8/8/8/8/8/3k4/4K3 w - - 0 1");
    assert_true(can_play(&pos, "d1c3")); // it is not pinned
    assert_false(rk_position_in_check(&attacked));
    assert_true(can_play(&attacked, "e1e2")); // still next to the king
    assert_true(can_play(&attacked, "e1f1")); // off the file
}

static void a_king_may_not_leave_the_enemy_king_for_an_attacked_square(void **state)
{
    (void)state;
    const rk_position pos = position_of(RK_ATOMIC, "5r2/8/8/8/8/8/3k4/4K3 w - - 0 1");
    assert_false(can_play(&pos, "e1f1"));
    assert_false(can_play(&pos, "e1f2"));
    assert_true(can_play(&pos, "e1e2"));
    assert_true(can_play(&pos, "e1d1"));
}

static void a_king_may_step_onto_an_attacked_square_next_to_the_enemy_king(void **state)
{
    (void)state;
    const rk_position pos = position_of(RK_ATOMIC, "8/8/8/8/8/2k5/7r/4K3 w - - 0 1");
    assert_true(can_play(&pos, "e1d2"));
    assert_false(can_play(&pos, "e1e2"));
}

static void an_exploded_rook_loses_its_castling_right(void **state)
{
    (void)state;
    const rk_position pos =
        after(position_of(RK_ATOMIC, "4k2r/6n1/8/8/8/8/8/R3K1R1 w Qk - 0 1"), "g1g7");
    assert_int_equal(pos.castling, square_bit("a1"));
    assert_int_equal(pos.of[RK_ROOK], square_bit("a1"));
}

static void en_passant_explodes_around_the_target_square(void **state)
{
    (void)state;
    const rk_position pos = after(board_of(RK_ATOMIC, RK_BLACK,
                                           "k . . . . . . ."
                                           ". . n p . . . ."
                                           ". . . . r . . ."
                                           ". . . . P . . ."
                                           ". . N . . . . ."
                                           ". . . . . . . ."
                                           ". . . . . . . ."
                                           ". . . . K . . ."),
                                  "d7d5 e5d6");
    const rk_position expected = board_of(RK_ATOMIC, RK_BLACK,
                                          "k . . . . . . ."
                                          ". . . . . . . ."
                                          ". . . . . . . ."
                                          ". . . . . . . ."
                                          ". . N . . . . ."
                                          ". . . . . . . ."
                                          ". . . . . . . ."
                                          ". . . . K . . .");
    assert_true(rk_position_same(&pos, &expected));
}

static void a_promotion_that_captures_explodes_too(void **state)
{
    (void)state;
    const rk_position pos =
        after(position_of(RK_ATOMIC, "3r4/4P3/8/8/8/8/k7/4K3 w - - 0 1"), "e7d8q");
    assert_int_equal(pos.by[RK_WHITE] | pos.by[RK_BLACK], square_bit("a2") | square_bit("e1"));
}

static void attacks_do_not_prevent_castling_next_to_the_enemy_king(void **state)
{
    (void)state;
    const rk_position all = position_of(RK_ATOMIC, "4r1r1/8/8/8/8/8/5k2/4K2R w K - 0 1"),
                      target = position_of(RK_ATOMIC, "2r5/8/8/8/8/8/1k6/R3K3 w Q - 0 1"),
                      through = position_of(RK_ATOMIC, "3r4/8/8/8/8/8/1k6/R3K3 w Q - 0 1");
    assert_true(can_play(&all, "e1h1"));
    assert_true(can_play(&target, "e1a1"));
    assert_false(can_play(&through, "e1a1"));
}

// ---- antichess -------------------------------------------------------------------------------

static void a_capture_is_compulsory_but_any_capture_is_legal(void **state)
{
    (void)state;
    const rk_position pos = position_of(RK_ANTICHESS, "8/8/8/2p1p3/3P4/8/8/R7 w - - 0 1");
    assert_true(can_play(&pos, "d4c5"));
    assert_true(can_play(&pos, "d4e5"));
    assert_int_equal(rk_moves_count(&pos), 2);
}

static void an_en_passant_capture_is_compulsory(void **state)
{
    (void)state;
    const rk_position pos =
        after(position_of(RK_ANTICHESS, "8/3p4/8/4P3/8/8/8/R7 b - - 0 1"), "d7d5");
    assert_true(can_play(&pos, "e5d6"));
    assert_int_equal(rk_moves_count(&pos), 1);
}

static void a_king_is_an_ordinary_piece_in_antichess(void **state)
{
    (void)state;
    const rk_position pos = position_of(RK_ANTICHESS, "4r3/8/8/8/8/8/8/4K1K1 w - - 0 1");
    assert_false(rk_position_in_check(&pos));
    assert_true(can_play(&pos, "e1e2"));
    assert_true(can_play(&pos, "g1f1"));
    const rk_position done = after(pos, "e1e2 e8e2");
    assert_true(rk_moves_any(&done));
}

static void a_pawn_may_promote_to_a_king_in_antichess(void **state)
{
    (void)state;
    const rk_position pos = position_of(RK_ANTICHESS, "8/P7/8/8/8/8/8/7n w - - 0 1");
    assert_true(can_play(&pos, "a7a8k"));
    assert_int_equal(rk_moves_count(&pos), 5);
}

static void a_side_without_pieces_wins_in_antichess(void **state)
{
    (void)state;
    const rk_position pos = after(position_of(RK_ANTICHESS, "8/8/8/8/8/8/r7/R7 b - - 0 1"), "a2a1");
    assert_false(rk_moves_any(&pos));
    const rk_outcome outcome = rk_position_outcome(&pos);
    assert_int_equal(outcome.end, RK_ALL_PIECES_LOST);
    assert_int_equal(outcome.winner, RK_WHITE_WINS);
}

static void a_side_without_legal_moves_wins_in_antichess(void **state)
{
    (void)state;
    const rk_position pos = position_of(RK_ANTICHESS, "8/8/8/p7/P7/8/8/8 w - - 0 1");
    const rk_outcome outcome = rk_position_outcome(&pos);
    assert_int_equal(outcome.end, RK_NO_MOVE_LEFT);
    assert_int_equal(outcome.winner, RK_WHITE_WINS);
}

// ---- crazyhouse ------------------------------------------------------------------------------

static void a_captured_piece_goes_to_the_pocket_of_the_capturing_side(void **state)
{
    (void)state;
    const rk_position pos =
        after(position_of(RK_CRAZYHOUSE, "4k3/8/8/3r4/8/8/8/3QK3[] w - - 0 1"), "d1d5");
    assert_int_equal(pos.pocket[RK_WHITE][RK_ROOK], 1);
    assert_int_equal(pos.pocket[RK_BLACK][RK_ROOK], 0);
}

static void a_captured_promoted_piece_becomes_a_pawn(void **state)
{
    (void)state;
    const rk_position pos =
        after(position_of(RK_CRAZYHOUSE, "1r5k/P7/8/8/8/8/8/4K3[] w - - 0 1"), "a7a8q b8a8");
    assert_int_equal(pos.pocket[RK_BLACK][RK_PAWN], 1);
    assert_int_equal(pos.pocket[RK_BLACK][RK_QUEEN], 0);
    assert_int_equal(pos.promoted, 0);
}

static void a_promoted_piece_stays_marked_when_it_moves(void **state)
{
    (void)state;
    const rk_position pos =
        after(position_of(RK_CRAZYHOUSE, "7k/P7/8/8/8/8/8/4K3[] w - - 0 1"), "a7a8r h8g7 a8a1");
    assert_int_equal(pos.promoted, square_bit("a1"));
}

static void an_en_passant_capture_puts_a_pawn_into_the_pocket(void **state)
{
    (void)state;
    const rk_position pos =
        after(position_of(RK_CRAZYHOUSE, "4k3/3p4/8/4P3/8/8/8/4K3[] b - - 0 1"), "d7d5 e5d6");
    assert_int_equal(pos.pocket[RK_WHITE][RK_PAWN], 1);
}

static void a_drop_takes_the_piece_from_the_pocket(void **state)
{
    (void)state;
    const rk_position pos =
        after(position_of(RK_CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[NN] w - - 0 1"), "N@f3");
    assert_int_equal(pos.pocket[RK_WHITE][RK_KNIGHT], 1);
    assert_int_equal(pos.of[RK_KNIGHT] & pos.by[RK_WHITE], square_bit("f3"));
    assert_int_equal(pos.promoted, 0);
}

static void a_drop_needs_a_piece_in_the_pocket_and_an_empty_square(void **state)
{
    (void)state;
    const rk_position pos = position_of(RK_CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[Nq] w - - 0 1");
    assert_true(can_play(&pos, "N@a1"));
    assert_false(can_play(&pos, "N@e1"));
    assert_false(can_play(&pos, "N@e8"));
    assert_false(can_play(&pos, "Q@a1"));
    assert_false(can_play(&pos, "P@a2"));
}

static void a_pawn_cannot_be_dropped_on_the_first_or_last_rank(void **state)
{
    (void)state;
    const rk_position pos = position_of(RK_CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1");
    assert_false(can_play(&pos, "P@a1"));
    assert_false(can_play(&pos, "P@a8"));
    assert_true(can_play(&pos, "P@a7"));
    assert_int_equal(rk_moves_count(&pos), 48 + 5);
}

static void a_pawn_dropped_on_its_second_rank_may_make_a_double_push(void **state)
{
    (void)state;
    const rk_position pos =
        after(position_of(RK_CRAZYHOUSE, "4k3/8/8/8/1p6/8/8/4K3[P] w - - 0 1"), "P@a2 e8e7 a2a4");
    assert_true(can_play(&pos, "b4a3"));
}

static void a_drop_may_block_a_check_and_give_mate(void **state)
{
    (void)state;
    const rk_position pos = position_of(RK_CRAZYHOUSE, "6k1/5ppp/8/8/8/8/r7/r3K3[RR] w - - 0 1");
    assert_true(rk_position_in_check(&pos));
    assert_true(can_play(&pos, "R@b1"));
    assert_false(can_play(&pos, "R@a8"));
    assert_false(can_play(&pos, "R@e2"));
    const rk_position free = position_of(RK_CRAZYHOUSE, "6k1/5ppp/8/8/8/8/8/4K3[R] w - - 0 1");
    assert_int_equal(end_of(after(free, "R@a8")), RK_CHECKMATE);
    const rk_position saved = position_of(RK_CRAZYHOUSE, "6k1/5ppp/8/8/8/8/8/4K3[Rn] w - - 0 1");
    assert_int_equal(end_of(after(saved, "R@a8")), RK_NOT_OVER);
}

static void a_dropped_rook_cannot_castle(void **state)
{
    (void)state;
    const rk_position pos =
        after(position_of(RK_CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[R] w - - 0 1"), "R@h1 e8e7");
    assert_false(can_play(&pos, "e1h1"));
}

// ---- horde -----------------------------------------------------------------------------------

static void horde_pawns_may_double_push_from_the_first_and_the_second_rank(void **state)
{
    (void)state;
    const rk_position pos = position_of(RK_HORDE, "4k3/8/8/8/8/8/1P6/P7 w - - 0 1");
    assert_int_equal(targets_from(&pos, "a1"), square_bit("a2") | square_bit("a3"));
    assert_int_equal(targets_from(&pos, "b2"), square_bit("b3") | square_bit("b4"));
    const rk_position again = after(pos, "a1a2 e8e7");
    assert_true(can_play(&again, "a2a4"));
}

static void a_double_push_from_the_first_rank_does_not_allow_en_passant(void **state)
{
    (void)state;
    const rk_position first =
        after(position_of(RK_HORDE, "4k3/8/8/8/8/1p6/8/P7 w - - 0 1"), "a1a3");
    assert_int_equal(first.en_passant, RK_NO_SQUARE);
    assert_false(can_play(&first, "b3a2"));
    const rk_position second =
        after(position_of(RK_HORDE, "4k3/8/8/8/1p6/8/P7/8 w - - 0 1"), "a2a4");
    assert_true(can_play(&second, "b4a3"));
}

static void black_pawns_may_double_push_only_from_their_second_rank(void **state)
{
    (void)state;
    const rk_position pos = position_of(RK_HORDE, "4k3/p7/1p6/8/8/8/8/7P b - - 0 1");
    assert_true(can_play(&pos, "a7a5"));
    assert_false(can_play(&pos, "b6b4"));
}

static void black_wins_by_capturing_the_whole_horde(void **state)
{
    (void)state;
    const rk_position pos = after(position_of(RK_HORDE, "4k3/8/8/8/8/8/r7/P7 b - - 0 1"), "a2a1");
    assert_false(rk_moves_any(&pos));
    const rk_outcome outcome = rk_position_outcome(&pos);
    assert_int_equal(outcome.end, RK_HORDE_DESTROYED);
    assert_int_equal(outcome.winner, RK_BLACK_WINS);
}

static void the_horde_wins_by_checkmate(void **state)
{
    (void)state;
    const rk_position pos = position_of(RK_HORDE, "R6k/6pp/8/8/8/8/8/P7 b - - 0 1");
    const rk_outcome outcome = rk_position_outcome(&pos);
    assert_int_equal(outcome.end, RK_CHECKMATE);
    assert_int_equal(outcome.winner, RK_WHITE_WINS);
}

static void a_horde_without_a_move_is_stalemated(void **state)
{
    (void)state;
    const rk_position pos = position_of(RK_HORDE, "8/8/8/8/8/k7/p7/P7 w - - 0 1");
    const rk_outcome outcome = rk_position_outcome(&pos);
    assert_int_equal(outcome.end, RK_STALEMATE);
    assert_int_equal(outcome.winner, RK_NOBODY_WINS);
}

// ---- racing kings ----------------------------------------------------------------------------

static void giving_check_is_illegal_in_racing_kings(void **state)
{
    (void)state;
    const rk_position pos = position_of(RK_RACING_KINGS, "8/8/8/8/4k3/8/8/R6K w - - 0 1");
    assert_false(can_play(&pos, "a1e1"));
    assert_false(can_play(&pos, "a1a4"));
    assert_true(can_play(&pos, "a1d1"));
}

static void giving_a_discovered_check_is_illegal_in_racing_kings(void **state)
{
    (void)state;
    const rk_position pos = position_of(RK_RACING_KINGS, "8/8/8/8/R2N2k1/8/8/7K w - - 0 1"),
                      king = position_of(RK_RACING_KINGS, "8/8/8/8/R2K2k1/8/8/8 w - - 0 1");
    assert_int_equal(targets_from(&pos, "d4"), 0);
    assert_int_equal(targets_from(&king, "d4"), square_bit("c4") | square_bit("e4"));
}

static void exposing_ones_own_king_is_illegal_in_racing_kings(void **state)
{
    (void)state;
    const rk_position pos = position_of(RK_RACING_KINGS, "8/8/8/8/k2r2RK/8/8/8 w - - 0 1");
    assert_int_equal(targets_from(&pos, "g4") & ~squares(". . . . . . . ."
                                                         ". . . . . . . ."
                                                         ". . . . . . . ."
                                                         ". . . . . . . ."
                                                         ". . . x x x . ."
                                                         ". . . . . . . ."
                                                         ". . . . . . . ."
                                                         ". . . . . . . ."),
                     0);
    assert_false(can_play(&pos, "g4d4")); // would give check to the king on a4
    assert_true(can_play(&pos, "g4e4"));
}

static void black_has_one_move_to_draw_after_white_has_finished(void **state)
{
    (void)state;
    const rk_position pos =
        after(position_of(RK_RACING_KINGS, "8/1k4K1/8/8/8/8/8/r6R w - - 0 1"), "g7g8");
    assert_true(rk_moves_any(&pos));
    assert_int_equal(end_of(pos), RK_NOT_OVER);
    assert_true(can_play(&pos, "b7b8"));
    const rk_position drawn = after(pos, "b7c8"), lost = after(pos, "a1a2");
    assert_int_equal(end_of(drawn), RK_RACE_FINISHED);
    assert_int_equal(rk_position_outcome(&drawn).winner, RK_NOBODY_WINS);
    assert_int_equal(end_of(lost), RK_RACE_FINISHED);
    assert_int_equal(rk_position_outcome(&lost).winner, RK_WHITE_WINS);
    assert_false(rk_moves_any(&drawn) || rk_moves_any(&lost));
}

static void black_loses_at_once_if_its_king_cannot_finish_too(void **state)
{
    (void)state;
    const rk_position lost =
        after(position_of(RK_RACING_KINGS, "8/6K1/1k6/8/8/8/8/8 w - - 0 1"), "g7g8");
    assert_false(rk_moves_any(&lost));
    assert_int_equal(rk_position_outcome(&lost).winner, RK_WHITE_WINS);
}

static void a_black_king_cannot_finish_on_an_attacked_square(void **state)
{
    (void)state;
    const rk_position pos =
        after(position_of(RK_RACING_KINGS, "8/1k4K1/2N5/3N4/8/8/8/8 w - - 0 1"), "d5b6 b7a6 g7g8");
    assert_false(rk_moves_any(&pos));
    assert_int_equal(rk_position_outcome(&pos).winner, RK_WHITE_WINS);
}

static void a_black_king_that_finishes_first_wins_at_once(void **state)
{
    (void)state;
    const rk_position pos =
        after(position_of(RK_RACING_KINGS, "8/1k4K1/8/8/8/8/8/8 b - - 0 1"), "b7b8");
    assert_false(rk_moves_any(&pos));
    const rk_outcome outcome = rk_position_outcome(&pos);
    assert_int_equal(outcome.end, RK_RACE_FINISHED);
    assert_int_equal(outcome.winner, RK_BLACK_WINS);
}

// ---- amazon ----------------------------------------------------------------------------------

static void an_amazon_moves_like_a_queen_and_a_knight(void **state)
{
    (void)state;
    const rk_position pos = board_of(RK_AMAZON_CHESS, RK_WHITE,
                                     "k . . . . . . ."
                                     ". . . . . . . ."
                                     ". . . . . . . ."
                                     ". . . . . . . ."
                                     ". . . p . . . ."
                                     ". . P A P . . ."
                                     ". . P P P . . ."
                                     ". . . . . . . K");
    assert_int_equal(targets_from(&pos, "d3"), squares(". . . . . . . ."
                                                       ". . . . . . . x"
                                                       "x . . . . . x ."
                                                       ". x x . x x . ."
                                                       ". x x x x x . ."
                                                       ". . . . . . . ."
                                                       ". x . . . x . ."
                                                       ". . x . x . . ."));
}

static void a_check_by_an_amazons_knight_move_cannot_be_blocked(void **state)
{
    (void)state;
    const rk_position pos = board_of(RK_AMAZON_CHESS, RK_WHITE,
                                     ". . . . . . . k"
                                     ". . . . . . . ."
                                     ". . . . . . . ."
                                     ". . . . . . . ."
                                     ". . . . . . . ."
                                     ". . . . . a . ."
                                     "Q . . . . . . ."
                                     ". . . . K . . .");
    assert_int_equal(rk_position_checkers(&pos), square_bit("f3"));
    assert_int_equal(targets_from(&pos, "a2"), 0);
    assert_int_equal(targets_from(&pos, "e1"), 0);
}

static void a_pinned_amazon_moves_only_along_the_pin(void **state)
{
    (void)state;
    const rk_position pos = position_of(RK_AMAZON_CHESS, "1k2r3/8/8/8/4A3/8/8/4K3 w - - 0 1");
    assert_int_equal(targets_from(&pos, "e4"), squares(". . . . x . . ."
                                                       ". . . . x . . ."
                                                       ". . . . x . . ."
                                                       ". . . . x . . ."
                                                       ". . . . . . . ."
                                                       ". . . . x . . ."
                                                       ". . . . x . . ."
                                                       ". . . . . . . ."));
}

static void a_pawn_promotes_to_an_amazon_instead_of_a_queen(void **state)
{
    (void)state;
    const rk_position pos = position_of(RK_AMAZON_CHESS, "8/P6k/8/8/8/8/8/4K3 w - - 0 1");
    assert_true(can_play(&pos, "a7a8a"));
    assert_true(can_play(&pos, "a7a8n"));
    assert_false(can_play(&pos, "a7a8q"));
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_variant_is_found_by_every_spelling_of_its_name),
    cmocka_unit_test(every_variant_is_found_by_its_own_name),
    cmocka_unit_test(an_unknown_name_is_rejected_and_changes_nothing),
    cmocka_unit_test(every_variant_has_its_known_perft_count_at_the_start),
    cmocka_unit_test(chess960_castling_ends_on_the_same_squares_as_in_chess),
    cmocka_unit_test(castling_is_illegal_if_the_rook_shields_the_king),
    cmocka_unit_test(castling_is_illegal_if_the_rook_shields_the_kings_target_square),
    cmocka_unit_test(castling_is_legal_with_an_enemy_bishop_behind_the_rook),
    cmocka_unit_test(an_adjacent_king_and_rook_may_swap_squares),
    cmocka_unit_test(a_king_already_on_its_target_square_may_castle),
    cmocka_unit_test(a_king_may_pass_over_its_castling_rook),
    cmocka_unit_test(castling_over_or_onto_another_piece_is_illegal),
    cmocka_unit_test(castling_over_a_distant_attacked_square_is_illegal),
    cmocka_unit_test(castling_is_legal_if_only_squares_off_the_kings_path_are_attacked),
    cmocka_unit_test(a_castling_right_may_belong_to_an_inner_rook),
    cmocka_unit_test(standard_positions_may_have_castling_rights_of_chess960),
    cmocka_unit_test(the_960_starts_all_differ_and_518_is_the_standard_one),
    cmocka_unit_test(the_third_check_wins_and_ends_the_game),
    cmocka_unit_test(a_double_check_counts_once),
    cmocka_unit_test(a_move_without_check_is_not_counted),
    cmocka_unit_test(castling_may_give_the_third_check),
    cmocka_unit_test(a_king_on_each_square_of_the_hill_wins),
    cmocka_unit_test(a_king_beside_the_hill_does_not_win),
    cmocka_unit_test(a_king_may_not_step_onto_an_attacked_square_of_the_hill),
    cmocka_unit_test(a_capture_explodes_all_adjacent_pieces_except_pawns),
    cmocka_unit_test(a_quiet_move_explodes_nothing),
    cmocka_unit_test(kings_may_not_capture_in_atomic),
    cmocka_unit_test(exploding_ones_own_king_is_illegal),
    cmocka_unit_test(exploding_the_enemy_king_wins_even_while_in_check),
    cmocka_unit_test(exploding_both_kings_is_illegal),
    cmocka_unit_test(a_capture_next_to_the_checking_piece_answers_the_check),
    cmocka_unit_test(an_explosion_that_exposes_ones_own_king_is_illegal),
    cmocka_unit_test(adjacent_kings_cannot_be_in_check),
    cmocka_unit_test(a_king_may_not_leave_the_enemy_king_for_an_attacked_square),
    cmocka_unit_test(a_king_may_step_onto_an_attacked_square_next_to_the_enemy_king),
    cmocka_unit_test(an_exploded_rook_loses_its_castling_right),
    cmocka_unit_test(en_passant_explodes_around_the_target_square),
    cmocka_unit_test(a_promotion_that_captures_explodes_too),
    cmocka_unit_test(attacks_do_not_prevent_castling_next_to_the_enemy_king),
    cmocka_unit_test(a_capture_is_compulsory_but_any_capture_is_legal),
    cmocka_unit_test(an_en_passant_capture_is_compulsory),
    cmocka_unit_test(a_king_is_an_ordinary_piece_in_antichess),
    cmocka_unit_test(a_pawn_may_promote_to_a_king_in_antichess),
    cmocka_unit_test(a_side_without_pieces_wins_in_antichess),
    cmocka_unit_test(a_side_without_legal_moves_wins_in_antichess),
    cmocka_unit_test(a_captured_piece_goes_to_the_pocket_of_the_capturing_side),
    cmocka_unit_test(a_captured_promoted_piece_becomes_a_pawn),
    cmocka_unit_test(a_promoted_piece_stays_marked_when_it_moves),
    cmocka_unit_test(an_en_passant_capture_puts_a_pawn_into_the_pocket),
    cmocka_unit_test(a_drop_takes_the_piece_from_the_pocket),
    cmocka_unit_test(a_drop_needs_a_piece_in_the_pocket_and_an_empty_square),
    cmocka_unit_test(a_pawn_cannot_be_dropped_on_the_first_or_last_rank),
    cmocka_unit_test(a_pawn_dropped_on_its_second_rank_may_make_a_double_push),
    cmocka_unit_test(a_drop_may_block_a_check_and_give_mate),
    cmocka_unit_test(a_dropped_rook_cannot_castle),
    cmocka_unit_test(horde_pawns_may_double_push_from_the_first_and_the_second_rank),
    cmocka_unit_test(a_double_push_from_the_first_rank_does_not_allow_en_passant),
    cmocka_unit_test(black_pawns_may_double_push_only_from_their_second_rank),
    cmocka_unit_test(black_wins_by_capturing_the_whole_horde),
    cmocka_unit_test(the_horde_wins_by_checkmate),
    cmocka_unit_test(a_horde_without_a_move_is_stalemated),
    cmocka_unit_test(giving_check_is_illegal_in_racing_kings),
    cmocka_unit_test(giving_a_discovered_check_is_illegal_in_racing_kings),
    cmocka_unit_test(exposing_ones_own_king_is_illegal_in_racing_kings),
    cmocka_unit_test(black_has_one_move_to_draw_after_white_has_finished),
    cmocka_unit_test(black_loses_at_once_if_its_king_cannot_finish_too),
    cmocka_unit_test(a_black_king_cannot_finish_on_an_attacked_square),
    cmocka_unit_test(a_black_king_that_finishes_first_wins_at_once),
    cmocka_unit_test(an_amazon_moves_like_a_queen_and_a_knight),
    cmocka_unit_test(a_check_by_an_amazons_knight_move_cannot_be_blocked),
    cmocka_unit_test(a_pinned_amazon_moves_only_along_the_pin),
    cmocka_unit_test(a_pawn_promotes_to_an_amazon_instead_of_a_queen),
};

int main(void)
{
    return cmocka_run_group_tests(tests, NULL, NULL);
}
