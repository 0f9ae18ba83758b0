/* SPDX-License-Identifier: MIT */
/* Move generation in standard chess, above all the cases that are easy to get wrong. */
#include "rookery/moves.h"

#include <stdio.h>

#include "rookery/perft.h"
#include "support/board.h"

// ---- en passant ------------------------------------------------------------------------------

static void en_passant_captures_the_pawn_that_passed(void **state)
{
    (void)state;
    const rk_position pos = after(position("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1"), "d7d5 e5d6");
    assert_int_equal(pos.of[RK_PAWN], squares(". . . . . . . ."
                                              ". . . . . . . ."
                                              ". . . x . . . ."
                                              ". . . . . . . ."
                                              ". . . . . . . ."
                                              ". . . . . . . ."
                                              ". . . . . . . ."
                                              ". . . . . . . ."));
}

static void en_passant_that_exposes_the_king_on_the_fifth_rank_is_illegal(void **state)
{
    (void)state;
    const rk_position pos = after(board(RK_BLACK, ". . . . k . . ."
                                                  ". . p . . . . ."
                                                  ". . . . . . . ."
                                                  "K P . . . . . r"
                                                  ". . . . . . . ."
                                                  ". . . . . . . ."
                                                  ". . . . . . . ."
                                                  ". . . . . . . ."),
                                  "c7c5");
    assert_false(can_play(&pos, "b5c6"));
    assert_int_equal(pos.en_passant, RK_NO_SQUARE);
}

static void en_passant_with_another_piece_on_the_rank_is_legal(void **state)
{
    (void)state;
    const rk_position pos = after(board(RK_BLACK, ". . . . k . . ."
                                                  ". . p . . . . ."
                                                  ". . . . . . . ."
                                                  "K P . . . . N r"
                                                  ". . . . . . . ."
                                                  ". . . . . . . ."
                                                  ". . . . . . . ."
                                                  ". . . . . . . ."),
                                  "c7c5");
    assert_true(can_play(&pos, "b5c6"));
}

static void en_passant_that_exposes_the_king_on_a_diagonal_is_illegal(void **state)
{
    (void)state;
    const rk_position diagram = board(RK_WHITE, ". . . . k . b ."
                                                ". . . . . . . ."
                                                ". . . . . . . ."
                                                ". . . p P . . ."
                                                ". . . . . . . ."
                                                ". K . . . . . ."
                                                ". . . . . . . ."
                                                ". . . . . . . .");
    const rk_position pos = with_en_passant(diagram, "d6");
    assert_false(can_play(&pos, "e5d6"));
    assert_int_equal(pos.en_passant, RK_NO_SQUARE);
}

static void en_passant_may_capture_a_pawn_that_gives_check(void **state)
{
    (void)state;
    const rk_position pos = after(board(RK_BLACK, ". . . . k . . ."
                                                  ". . . p . . . ."
                                                  ". . . . . . . ."
                                                  ". . . . P . . ."
                                                  ". . K . . . . ."
                                                  ". . . . . . . ."
                                                  ". . . . . . . ."
                                                  ". . . . . . . ."),
                                  "d7d5");
    assert_true(rk_position_in_check(&pos));
    assert_true(can_play(&pos, "e5d6"));
    assert_false(can_play(&pos, "e5e6"));
}

static void en_passant_does_not_answer_a_discovered_check(void **state)
{
    (void)state;
    // d7-d5 opens the bishop's line to a4; d6 is not on it.
    const rk_position pos = after(board(RK_BLACK, ". . . . b . . k"
                                                  ". . . p . . . ."
                                                  ". . . . . . . ."
                                                  ". . . . P . . ."
                                                  "K . . . . . . ."
                                                  ". . . . . . . ."
                                                  ". . . . . . . ."
                                                  ". . . . . . . ."),
                                  "d7d5");
    assert_true(rk_position_in_check(&pos));
    assert_false(can_play(&pos, "e5d6"));
}

static void a_pinned_pawn_may_capture_en_passant_along_the_pin(void **state)
{
    (void)state;
    const rk_position pos = after(board(RK_BLACK, ". . . . k . . ."
                                                  ". . b p . . . ."
                                                  ". . . . . . . ."
                                                  ". . . . P . . ."
                                                  ". . . . . K . ."
                                                  ". . . . . . . ."
                                                  ". . . . . . . ."
                                                  ". . . . . . . ."),
                                  "d7d5");
    assert_int_equal(targets_from(&pos, "e5"), squares(". . . . . . . ."
                                                       ". . . . . . . ."
                                                       ". . . x . . . ."
                                                       ". . . . . . . ."
                                                       ". . . . . . . ."
                                                       ". . . . . . . ."
                                                       ". . . . . . . ."
                                                       ". . . . . . . ."));
}

static void en_passant_is_legal_only_on_the_next_move(void **state)
{
    (void)state;
    const rk_position pos = position("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1");
    const rk_position at_once = after(pos, "d7d5"), later = after(pos, "d7d5 e1e2 e8e7");
    assert_true(can_play(&at_once, "e5d6"));
    assert_false(can_play(&later, "e5d6"));
}

static void a_single_push_does_not_allow_en_passant(void **state)
{
    (void)state;
    const rk_position pos = after(position("4k3/8/3p4/4P3/8/8/8/4K3 b - - 0 1"), "d6d5");
    assert_false(can_play(&pos, "e5d6"));
}

static void either_of_two_pawns_may_capture_en_passant(void **state)
{
    (void)state;
    const rk_position pos = after(position("4k3/8/8/8/3p1p2/8/4P3/4K3 w - - 0 1"), "e2e4");
    assert_true(can_play(&pos, "d4e3"));
    assert_true(can_play(&pos, "f4e3"));
}

static void en_passant_does_not_wrap_around_the_edge(void **state)
{
    (void)state;
    const rk_position pos = after(position("4k3/p7/8/7P/8/8/8/4K3 b - - 0 1"), "a7a5");
    assert_int_equal(pos.en_passant, RK_NO_SQUARE);
    assert_int_equal(targets_from(&pos, "h5"), square_bit("h6"));
}

// ---- castling --------------------------------------------------------------------------------

static rk_position castling_position(const char *black_ranks)
{
    char fen[100];
    assert_true(snprintf(fen, sizeof fen, "%s/8/8/R3K2R w KQ - 0 1", black_ranks) < 100);
    return position(fen);
}

static void castling_moves_king_and_rook(void **state)
{
    (void)state;
    const rk_position pos = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    const rk_position done = after(pos, "e1h1 e8a8");
    assert_int_equal(done.of[RK_KING], squares(". . x . . . . ."
                                               ". . . . . . . ."
                                               ". . . . . . . ."
                                               ". . . . . . . ."
                                               ". . . . . . . ."
                                               ". . . . . . . ."
                                               ". . . . . . . ."
                                               ". . . . . . x ."));
    assert_int_equal(done.of[RK_ROOK], squares(". . . x . . . x"
                                               ". . . . . . . ."
                                               ". . . . . . . ."
                                               ". . . . . . . ."
                                               ". . . . . . . ."
                                               ". . . . . . . ."
                                               ". . . . . . . ."
                                               "x . . . . x . ."));
    assert_int_equal(done.castling, 0);
}

static void castling_out_of_check_is_illegal(void **state)
{
    (void)state;
    const rk_position pos = castling_position("4r3/1k6/8/8/8");
    assert_false(can_play(&pos, "e1h1"));
    assert_false(can_play(&pos, "e1a1"));
}

static void castling_through_check_is_illegal(void **state)
{
    (void)state;
    const rk_position kingside = castling_position("5r2/1k6/8/8/8");
    assert_false(can_play(&kingside, "e1h1"));
    assert_true(can_play(&kingside, "e1a1"));
    const rk_position queenside = castling_position("3r4/1k6/8/8/8");
    assert_false(can_play(&queenside, "e1a1"));
    assert_true(can_play(&queenside, "e1h1"));
}

static void castling_into_check_is_illegal(void **state)
{
    (void)state;
    const rk_position kingside = castling_position("6r1/1k6/8/8/8");
    assert_false(can_play(&kingside, "e1h1"));
    assert_true(can_play(&kingside, "e1a1"));
    const rk_position queenside = castling_position("2r5/6k1/8/8/8");
    assert_false(can_play(&queenside, "e1a1"));
}

static void castling_is_illegal_if_a_pawn_or_king_attacks_the_path(void **state)
{
    (void)state;
    const rk_position pawn = position("4k3/8/8/8/8/8/6p1/R3K2R w KQ - 0 1");
    assert_false(can_play(&pawn, "e1h1"));
    assert_true(can_play(&pawn, "e1a1"));
    const rk_position king = position("8/8/8/8/8/8/1k6/R3K2R w KQ - 0 1");
    assert_false(can_play(&king, "e1a1"));
    assert_true(can_play(&king, "e1h1"));
}

static void castling_with_an_attacked_rook_is_legal(void **state)
{
    (void)state;
    const rk_position pos = castling_position("r6r/4k3/8/8/8");
    assert_true(can_play(&pos, "e1h1"));
    assert_true(can_play(&pos, "e1a1"));
}

static void castling_queenside_with_b1_attacked_is_legal(void **state)
{
    (void)state;
    const rk_position pos = castling_position("1r6/6k1/8/8/8");
    assert_true(can_play(&pos, "e1a1"));
}

static void castling_over_a_piece_is_illegal(void **state)
{
    (void)state;
    const rk_position pos = position("4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1");
    assert_false(can_play(&pos, "e1a1"));
    assert_false(can_play(&pos, "e1h1"));
    const rk_position enemy = position("4k3/8/8/8/8/8/8/Rn2K2R w KQ - 0 1");
    assert_false(can_play(&enemy, "e1a1"));
}

static void castling_after_the_king_or_rook_has_moved_is_illegal(void **state)
{
    (void)state;
    const rk_position pos = position("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    const rk_position king = after(pos, "e1e2 e8e7 e2e1 e7e8");
    assert_false(can_play(&king, "e1h1"));
    assert_false(can_play(&king, "e1a1"));
    const rk_position rook = after(pos, "h1h2 e8e7 h2h1 e7e8");
    assert_false(can_play(&rook, "e1h1"));
    assert_true(can_play(&rook, "e1a1"));
}

static void a_promotion_that_captures_a_rook_removes_its_castling_right(void **state)
{
    (void)state;
    const rk_position pos = position("r3k2r/6P1/8/8/8/8/8/4K3 w kq - 0 1");
    const rk_position done = after(pos, "g7h8n");
    assert_int_equal(done.castling, square_bit("a8"));
    assert_true(can_play(&done, "e8a8"));
}

static void a_rook_that_captures_a_rook_removes_a_right_of_each_side(void **state)
{
    (void)state;
    const rk_position pos = after(position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"), "h1h8");
    assert_int_equal(pos.castling, squares("x . . . . . . ."
                                           ". . . . . . . ."
                                           ". . . . . . . ."
                                           ". . . . . . . ."
                                           ". . . . . . . ."
                                           ". . . . . . . ."
                                           ". . . . . . . ."
                                           "x . . . . . . ."));
}

static void the_right_of_a_captured_rook_does_not_pass_to_another_rook(void **state)
{
    (void)state;
    const rk_position pos = position("4k3/8/8/7R/8/8/6b1/R3K2R b KQ - 0 1");
    assert_int_equal(rk_perft(&pos, 4), 209545);
    const rk_position again = after(pos, "g2h1 h5h1 e8e7");
    assert_false(can_play(&again, "e1h1"));
    assert_true(can_play(&again, "e1a1"));
}

// ---- checks and pins -------------------------------------------------------------------------

static void a_pinned_piece_still_gives_check(void **state)
{
    (void)state;
    // The knight on e4 may not move, but it covers d2 and f2.
    const rk_position pos = board(RK_WHITE, ". . . . k . . ."
                                            ". . . . . . . ."
                                            ". . . . . . . ."
                                            ". . . . . . . ."
                                            ". . . . n . . ."
                                            ". . . . . . . ."
                                            ". . . . R . . ."
                                            ". . . . K . . .");
    assert_false(can_play(&pos, "e1f2"));
    assert_false(can_play(&pos, "e1d2"));
    assert_true(can_play(&pos, "e1f1"));
}

static void only_a_king_move_answers_a_double_check(void **state)
{
    (void)state;
    // The queen could capture the knight or block the rook, but not both.
    const rk_position pos = board(RK_WHITE, ". . . . r . . k"
                                            ". . . . . . . ."
                                            ". . . . . . . ."
                                            ". . . . . . . ."
                                            ". . . . . . Q ."
                                            ". . . . . n . ."
                                            ". . . . . . . ."
                                            ". . . . K . . .");
    rk_move moves[RK_MOVES_MAX];
    const size_t found = rk_moves_list(&pos, moves);
    assert_int_equal(found, 3);
    for (size_t i = 0; i < found; i++)
        assert_int_equal(rk_move_from(moves[i]), square_named("e1"));
}

static void a_check_is_answered_by_a_capture_a_block_or_a_king_move(void **state)
{
    (void)state;
    const rk_position pos = board(RK_WHITE, ". . . . r . . k"
                                            ". . . . . . . ."
                                            ". . . . . . . ."
                                            ". B . . . . . ."
                                            ". . . . . . . ."
                                            ". . . . . . . ."
                                            "R . . . . . . ."
                                            ". . . . K . . .");
    assert_int_equal(targets_from(&pos, "b5"), squares(". . . . x . . ."
                                                       ". . . . . . . ."
                                                       ". . . . . . . ."
                                                       ". . . . . . . ."
                                                       ". . . . . . . ."
                                                       ". . . . . . . ."
                                                       ". . . . x . . ."
                                                       ". . . . . . . ."));
    assert_int_equal(targets_from(&pos, "a2"), squares(". . . . . . . ."
                                                       ". . . . . . . ."
                                                       ". . . . . . . ."
                                                       ". . . . . . . ."
                                                       ". . . . . . . ."
                                                       ". . . . . . . ."
                                                       ". . . . x . . ."
                                                       ". . . . . . . ."));
    assert_int_equal(targets_from(&pos, "e1"), squares(". . . . . . . ."
                                                       ". . . . . . . ."
                                                       ". . . . . . . ."
                                                       ". . . . . . . ."
                                                       ". . . . . . . ."
                                                       ". . . . . . . ."
                                                       ". . . x . x . ."
                                                       ". . . x . x . ."));
}

static void a_king_may_not_retreat_along_the_line_of_the_check(void **state)
{
    (void)state;
    const rk_position pos = board(RK_WHITE, ". . . . r . . k"
                                            ". . . . . . . ."
                                            ". . . . . . . ."
                                            ". . . . . . . ."
                                            ". . . . K . . ."
                                            ". . . . . . . ."
                                            ". . . . . . . ."
                                            ". . . . . . . .");
    assert_false(can_play(&pos, "e4e3"));
    assert_false(can_play(&pos, "e4e5"));
    assert_int_equal(rk_moves_count(&pos), 6);
}

static void a_king_may_not_capture_a_defended_piece(void **state)
{
    (void)state;
    const rk_position defended = position("4r2k/8/8/8/8/8/4q3/4K3 w - - 0 1"),
                      lone = position("7k/8/8/8/8/8/4q3/4K3 w - - 0 1");
    assert_false(can_play(&defended, "e1e2"));
    assert_true(can_play(&lone, "e1e2"));
}

static void kings_may_not_be_adjacent(void **state)
{
    (void)state;
    const rk_position pos = position("8/8/8/3k4/8/3K4/8/8 w - - 0 1");
    assert_int_equal(targets_from(&pos, "d3"), squares(". . . . . . . ."
                                                       ". . . . . . . ."
                                                       ". . . . . . . ."
                                                       ". . . . . . . ."
                                                       ". . . . . . . ."
                                                       ". . x . x . . ."
                                                       ". . x x x . . ."
                                                       ". . . . . . . ."));
}

static void a_pinned_slider_stays_on_the_line_of_the_pin(void **state)
{
    (void)state;
    const rk_position pos = board(RK_WHITE, "k . . . r . . ."
                                            ". . . . . . . ."
                                            ". . . . . . . ."
                                            "b . . . . . . ."
                                            ". . . . R . . ."
                                            ". . B . . . . ."
                                            ". . . . . . . ."
                                            ". . . . K . . .");
    assert_int_equal(targets_from(&pos, "e4"), squares(". . . . x . . ."
                                                       ". . . . x . . ."
                                                       ". . . . x . . ."
                                                       ". . . . x . . ."
                                                       ". . . . . . . ."
                                                       ". . . . x . . ."
                                                       ". . . . x . . ."
                                                       ". . . . . . . ."));
    assert_int_equal(targets_from(&pos, "c3"), squares(". . . . . . . ."
                                                       ". . . . . . . ."
                                                       ". . . . . . . ."
                                                       "x . . . . . . ."
                                                       ". x . . . . . ."
                                                       ". . . . . . . ."
                                                       ". . . x . . . ."
                                                       ". . . . . . . ."));
}

static void a_pinned_piece_that_cannot_move_along_the_pin_has_no_moves(void **state)
{
    (void)state;
    const rk_position pos = board(RK_WHITE, ". . . . r . k ."
                                            ". . . . . . . ."
                                            ". . . . . . . ."
                                            "b . . . . . . ."
                                            ". . . . B . . ."
                                            ". . R . . . . ."
                                            ". . . . . . . ."
                                            "r . . N K . . .");
    assert_int_equal(targets_from(&pos, "e4"), 0);
    assert_int_equal(targets_from(&pos, "c3"), 0);
    assert_int_equal(targets_from(&pos, "d1"), 0);
}

static void a_pawn_pinned_on_its_file_may_push_but_not_capture(void **state)
{
    (void)state;
    const rk_position pos = board(RK_WHITE, "k . . . r . . ."
                                            ". . . . . . . ."
                                            ". . . . . . . ."
                                            ". . . . . . . ."
                                            ". . . . . . . ."
                                            ". . . p . p . ."
                                            ". . . . P . . ."
                                            ". . . . K . . .");
    assert_int_equal(targets_from(&pos, "e2"), squares(". . . . . . . ."
                                                       ". . . . . . . ."
                                                       ". . . . . . . ."
                                                       ". . . . . . . ."
                                                       ". . . . x . . ."
                                                       ". . . . x . . ."
                                                       ". . . . . . . ."
                                                       ". . . . . . . ."));
}

static void a_diagonally_pinned_pawn_may_only_capture_the_pinning_piece(void **state)
{
    (void)state;
    const rk_position pos = board(RK_WHITE, "k . . . . . . ."
                                            ". . . . . . . ."
                                            ". . . . . . . ."
                                            ". . . . . . . ."
                                            ". . . . . . . ."
                                            ". p . b . . . ."
                                            ". . P . . . . ."
                                            ". K . . . . . .");
    assert_int_equal(targets_from(&pos, "c2"), square_bit("d3"));
}

static void a_pawn_pinned_on_its_rank_has_no_moves(void **state)
{
    (void)state;
    const rk_position pos = position("k7/8/8/8/8/1p1p4/K1P4r/8 w - - 0 1");
    assert_int_equal(targets_from(&pos, "c2"), 0);
}

static void two_pieces_on_a_line_are_not_pinned(void **state)
{
    (void)state;
    const rk_position pos = position("k3r3/8/8/8/4N3/4N3/8/4K3 w - - 0 1");
    assert_int_not_equal(targets_from(&pos, "e4"), 0);
    assert_int_not_equal(targets_from(&pos, "e3"), 0);
}

static void a_promotion_may_answer_a_check(void **state)
{
    (void)state;
    const rk_position pos = position("K2r3k/4P3/8/8/8/8/8/8 w - - 0 1");
    assert_true(can_play(&pos, "e7d8q"));
    assert_true(can_play(&pos, "e7d8n"));
    assert_false(can_play(&pos, "e7e8q"));
    assert_int_equal(rk_moves_count(&pos), 6);
}

// ---- pawns -----------------------------------------------------------------------------------

static void a_double_push_is_legal_only_from_the_second_rank(void **state)
{
    (void)state;
    const rk_position pos = position("4k3/p7/1p6/8/8/1P6/P7/4K3 w - - 0 1");
    assert_true(can_play(&pos, "a2a4"));
    assert_false(can_play(&pos, "b3b5"));
    const rk_position reply = after(pos, "a2a4");
    assert_true(can_play(&reply, "a7a5"));
    assert_false(can_play(&reply, "b6b4"));
}

static void a_pawn_cannot_be_pushed_onto_or_over_a_piece(void **state)
{
    (void)state;
    const rk_position pos = position("4k3/8/8/8/1n6/n1N4p/PPP4P/4K3 w - - 0 1");
    assert_int_equal(targets_from(&pos, "a2"), 0);
    assert_int_equal(targets_from(&pos, "c2"), 0);
    assert_int_equal(targets_from(&pos, "h2"), 0);
    assert_int_equal(targets_from(&pos, "b2"), squares(". . . . . . . ."
                                                       ". . . . . . . ."
                                                       ". . . . . . . ."
                                                       ". . . . . . . ."
                                                       ". . . . . . . ."
                                                       "x x . . . . . ."
                                                       ". . . . . . . ."
                                                       ". . . . . . . ."));
}

static void a_pawn_captures_only_diagonally_forward(void **state)
{
    (void)state;
    const rk_position pos = board(RK_BLACK, ". . . . k . . ."
                                            ". . . . . . . ."
                                            ". . . . . . . ."
                                            ". . N . N . . ."
                                            ". . . p . . . ."
                                            ". . N N N . . ."
                                            ". . . . . . . ."
                                            ". . . . K . . .");
    assert_int_equal(targets_from(&pos, "d4"), squares(". . . . . . . ."
                                                       ". . . . . . . ."
                                                       ". . . . . . . ."
                                                       ". . . . . . . ."
                                                       ". . . . . . . ."
                                                       ". . x . x . . ."
                                                       ". . . . . . . ."
                                                       ". . . . . . . ."));
}

static void a_pawn_capture_does_not_wrap_around_the_edge(void **state)
{
    (void)state;
    const rk_position pos = position("4k3/8/8/8/n6n/P6P/n6n/4K3 w - - 0 1");
    assert_int_equal(targets_from(&pos, "a3"), 0);
    assert_int_equal(targets_from(&pos, "h3"), 0);
}

static void a_pawn_promotes_to_each_of_four_kinds_and_no_other(void **state)
{
    (void)state;
    const rk_position pos = position("5r2/4P2k/8/8/8/8/8/4K3 w - - 0 1");
    static const char *const illegal[] = {"e7e8", "e7e8k", "e7e8p", "e7e8a", "e7f8", "e7f8k"};
    static const char *const legal[] = {"e7e8n", "e7e8b", "e7e8r", "e7e8q",
                                        "e7f8n", "e7f8b", "e7f8r", "e7f8q"};
    for (size_t i = 0; i < sizeof illegal / sizeof *illegal; i++)
        assert_false(can_play(&pos, illegal[i]));
    for (size_t i = 0; i < sizeof legal / sizeof *legal; i++)
        assert_true(can_play(&pos, legal[i]));
}

static void only_a_pawn_promotes_and_only_on_the_last_rank(void **state)
{
    (void)state;
    const rk_position pos = position("8/R3P2k/3P4/8/8/8/8/4K3 w - - 0 1");
    assert_false(can_play(&pos, "a7a8q"));
    assert_false(can_play(&pos, "d6d7q"));
    assert_true(can_play(&pos, "d6d7"));
}

// ---- legality and counts ---------------------------------------------------------------------

static void a_move_that_no_own_piece_can_make_is_illegal(void **state)
{
    (void)state;
    const rk_position pos = position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    static const char *const illegal[] = {"e4e5", "e7e5", "b8c6", "a1a1", "d1d2",
                                          "g1e2", "e1h1", "N@e4", "P@e4"};
    for (size_t i = 0; i < sizeof illegal / sizeof *illegal; i++)
        assert_false(can_play(&pos, illegal[i]));
    assert_false(rk_moves_legal(&pos, RK_NO_MOVE));
}

static void a_move_with_the_wrong_type_is_illegal(void **state)
{
    (void)state;
    const rk_position pos = position("r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1");
    const unsigned e1 = square_named("e1"), h1 = square_named("h1"), g1 = square_named("g1");
    const unsigned e5 = square_named("e5"), d6 = square_named("d6"), e6 = square_named("e6");
    assert_true(rk_moves_legal(&pos, rk_move_make(e1, h1, RK_CASTLING)));
    assert_false(rk_moves_legal(&pos, rk_move_make(e1, h1, RK_PLAIN)));
    assert_false(rk_moves_legal(&pos, rk_move_make(e1, g1, RK_CASTLING)));
    assert_false(rk_moves_legal(&pos, rk_move_make(e1, g1, RK_PLAIN)));
    assert_true(rk_moves_legal(&pos, rk_move_make(e5, d6, RK_EN_PASSANT)));
    assert_false(rk_moves_legal(&pos, rk_move_make(e5, d6, RK_PLAIN)));
    assert_false(rk_moves_legal(&pos, rk_move_make(e5, e6, RK_EN_PASSANT)));
}

static void selected_moves_start_on_movers_and_end_on_targets(void **state)
{
    (void)state;
    const rk_position pos = position("r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1");
    rk_move moves[RK_MOVES_MAX];
    const uint64_t king = square_bit("e1"), rook = square_bit("h1");
    assert_int_equal(rk_moves_select(&pos, king, rook, moves), 1);
    assert_int_equal(rk_move_type(moves[0]), RK_CASTLING);
    assert_int_equal(rk_moves_select(&pos, 0, ~UINT64_C(0), moves), 0);
    assert_int_equal(rk_moves_select(&pos, ~UINT64_C(0), 0, moves), 0);
}

static void the_squares_of_castling_are_those_of_the_king(void **state)
{
    (void)state;
    assert_int_equal(rk_move_squares(rk_move_make(4, 7, RK_CASTLING)),
                     square_bit("e1") | square_bit("g1"));
    assert_int_equal(rk_move_squares(rk_move_make(61, 56, RK_CASTLING)),
                     square_bit("f8") | square_bit("c8"));
    assert_int_equal(rk_move_squares(rk_move_make(12, 28, RK_PLAIN)),
                     square_bit("e2") | square_bit("e4"));
    assert_int_equal(rk_move_squares(rk_move_make(RK_KNIGHT, 28, RK_DROP)), square_bit("e4"));
    assert_int_equal(rk_move_squares(RK_NO_MOVE), 0);
}

static void checkmate_and_stalemate_have_no_moves(void **state)
{
    (void)state;
    const rk_position mate = position("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"),
                      stalemate = position("k7/2Q5/8/8/8/8/8/4K3 b - - 0 1");
    assert_false(rk_moves_any(&mate));
    assert_false(rk_moves_any(&stalemate));
    assert_int_equal(rk_moves_count(&mate) + rk_moves_count(&stalemate), 0);
}

static void the_position_with_the_most_moves_has_218(void **state)
{
    (void)state;
    const rk_position pos = position("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1");
    rk_move moves[RK_MOVES_MAX];
    assert_int_equal(rk_moves_list(&pos, moves), 218);
    assert_int_equal(rk_moves_count(&pos), 218);
}

static void well_known_positions_have_their_known_perft_counts(void **state)
{
    (void)state;
    static const struct {
        const char *fen;
        int depth;
        uint64_t nodes;
    } rows[] = {
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5, 4865609},
        {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 4085603},
        {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674624},
        {"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4, 422333},
        {"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4, 2103487},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const rk_position pos = position(rows[i].fen);
        assert_int_equal(rk_perft(&pos, 0), 1);
        assert_int_equal(rk_perft(&pos, rows[i].depth), rows[i].nodes);
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(en_passant_captures_the_pawn_that_passed),
    cmocka_unit_test(en_passant_that_exposes_the_king_on_the_fifth_rank_is_illegal),
    cmocka_unit_test(en_passant_with_another_piece_on_the_rank_is_legal),
    cmocka_unit_test(en_passant_that_exposes_the_king_on_a_diagonal_is_illegal),
    cmocka_unit_test(en_passant_may_capture_a_pawn_that_gives_check),
    cmocka_unit_test(en_passant_does_not_answer_a_discovered_check),
    cmocka_unit_test(a_pinned_pawn_may_capture_en_passant_along_the_pin),
    cmocka_unit_test(en_passant_is_legal_only_on_the_next_move),
    cmocka_unit_test(a_single_push_does_not_allow_en_passant),
    cmocka_unit_test(either_of_two_pawns_may_capture_en_passant),
    cmocka_unit_test(en_passant_does_not_wrap_around_the_edge),
    cmocka_unit_test(castling_moves_king_and_rook),
    cmocka_unit_test(castling_out_of_check_is_illegal),
    cmocka_unit_test(castling_through_check_is_illegal),
    cmocka_unit_test(castling_into_check_is_illegal),
    cmocka_unit_test(castling_is_illegal_if_a_pawn_or_king_attacks_the_path),
    cmocka_unit_test(castling_with_an_attacked_rook_is_legal),
    cmocka_unit_test(castling_queenside_with_b1_attacked_is_legal),
    cmocka_unit_test(castling_over_a_piece_is_illegal),
    cmocka_unit_test(castling_after_the_king_or_rook_has_moved_is_illegal),
    cmocka_unit_test(a_promotion_that_captures_a_rook_removes_its_castling_right),
    cmocka_unit_test(a_rook_that_captures_a_rook_removes_a_right_of_each_side),
    cmocka_unit_test(the_right_of_a_captured_rook_does_not_pass_to_another_rook),
    cmocka_unit_test(a_pinned_piece_still_gives_check),
    cmocka_unit_test(only_a_king_move_answers_a_double_check),
    cmocka_unit_test(a_check_is_answered_by_a_capture_a_block_or_a_king_move),
    cmocka_unit_test(a_king_may_not_retreat_along_the_line_of_the_check),
    cmocka_unit_test(a_king_may_not_capture_a_defended_piece),
    cmocka_unit_test(kings_may_not_be_adjacent),
    cmocka_unit_test(a_pinned_slider_stays_on_the_line_of_the_pin),
    cmocka_unit_test(a_pinned_piece_that_cannot_move_along_the_pin_has_no_moves),
    cmocka_unit_test(a_pawn_pinned_on_its_file_may_push_but_not_capture),
    cmocka_unit_test(a_diagonally_pinned_pawn_may_only_capture_the_pinning_piece),
    cmocka_unit_test(a_pawn_pinned_on_its_rank_has_no_moves),
    cmocka_unit_test(two_pieces_on_a_line_are_not_pinned),
    cmocka_unit_test(a_promotion_may_answer_a_check),
    cmocka_unit_test(a_double_push_is_legal_only_from_the_second_rank),
    cmocka_unit_test(a_pawn_cannot_be_pushed_onto_or_over_a_piece),
    cmocka_unit_test(a_pawn_captures_only_diagonally_forward),
    cmocka_unit_test(a_pawn_capture_does_not_wrap_around_the_edge),
    cmocka_unit_test(a_pawn_promotes_to_each_of_four_kinds_and_no_other),
    cmocka_unit_test(only_a_pawn_promotes_and_only_on_the_last_rank),
    cmocka_unit_test(a_move_that_no_own_piece_can_make_is_illegal),
    cmocka_unit_test(a_move_with_the_wrong_type_is_illegal),
    cmocka_unit_test(selected_moves_start_on_movers_and_end_on_targets),
    cmocka_unit_test(the_squares_of_castling_are_those_of_the_king),
    cmocka_unit_test(checkmate_and_stalemate_have_no_moves),
    cmocka_unit_test(the_position_with_the_most_moves_has_218),
    cmocka_unit_test(well_known_positions_have_their_known_perft_counts),
};

int main(void)
{
    return cmocka_run_group_tests(tests, NULL, NULL);
}
