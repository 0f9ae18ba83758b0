/* SPDX-License-Identifier: MIT */
/* Setting up positions: the faults, what validation changes, queries, keys and warnings. */
#include "rookery/position.h"

#include "support/board.h"

static const char bare_kings[] = ". . . . k . . ."
                                 ". . . . . . . ."
                                 ". . . . . . . ."
                                 ". . . . . . . ."
                                 ". . . . . . . ."
                                 ". . . . . . . ."
                                 ". . . . . . . ."
                                 ". . . . K . . .";

static unsigned faults_of(rk_position pos)
{
    return rk_position_validate(&pos);
}

static rk_position kings_and(const char *square, char letter)
{
    rk_position pos = draft(RK_STANDARD, RK_WHITE, bare_kings);
    rk_piece piece = {RK_NO_KIND, RK_WHITE};
    assert_true(rk_piece_from_letter(letter, &piece));
    rk_position_put(&pos, square_named(square), piece);
    return pos;
}

static void clear(rk_position *pos, const char *square)
{
    rk_position_put(pos, square_named(square), (rk_piece){RK_NO_KIND, RK_WHITE});
}

// ---- faults ----------------------------------------------------------------------------------

static void bare_kings_are_a_valid_position(void **state)
{
    (void)state;
    assert_int_equal(faults_of(draft(RK_STANDARD, RK_WHITE, bare_kings)), 0);
}

static void an_empty_board_is_a_fault_in_every_variant(void **state)
{
    (void)state;
    for (unsigned variant = 0; variant < RK_VARIANT_COUNT; variant++)
        assert_true(faults_of(rk_position_empty((rk_variant)variant)) & RK_FAULT_EMPTY);
}

static void a_missing_king_is_a_fault(void **state)
{
    (void)state;
    rk_position pos = draft(RK_STANDARD, RK_WHITE, bare_kings);
    clear(&pos, "e1");
    assert_int_equal(faults_of(pos), RK_FAULT_NO_WHITE_KING);
    pos = draft(RK_STANDARD, RK_WHITE, bare_kings);
    clear(&pos, "e8");
    assert_int_equal(faults_of(pos), RK_FAULT_NO_BLACK_KING);
}

static void a_second_king_is_a_fault(void **state)
{
    (void)state;
    assert_int_equal(faults_of(kings_and("a1", 'K')), RK_FAULT_WHITE_KINGS);
    assert_int_equal(faults_of(kings_and("a8", 'k')), RK_FAULT_BLACK_KINGS);
}

static void antichess_allows_any_number_of_kings(void **state)
{
    (void)state;
    rk_position pos = kings_and("a1", 'K');
    pos.variant = RK_ANTICHESS;
    assert_int_equal(faults_of(pos), 0);
    pos = kings_and("a2", 'P');
    pos.variant = RK_ANTICHESS;
    clear(&pos, "e1");
    clear(&pos, "e8");
    assert_int_equal(faults_of(pos), 0);
}

static void atomic_allows_one_exploded_king_but_not_two(void **state)
{
    (void)state;
    rk_position pos = kings_and("a2", 'P');
    pos.variant = RK_ATOMIC;
    clear(&pos, "e1");
    assert_int_equal(faults_of(pos), 0);
    clear(&pos, "e8");
    assert_int_equal(faults_of(pos), RK_FAULT_NO_WHITE_KING | RK_FAULT_NO_BLACK_KING);
}

static void a_king_in_the_horde_is_a_fault(void **state)
{
    (void)state;
    rk_position pos = draft(RK_HORDE, RK_WHITE, bare_kings);
    assert_int_equal(faults_of(pos), RK_FAULT_HORDE_KING);
    rk_position_put(&pos, square_named("e1"), (rk_piece){RK_PAWN, RK_WHITE});
    assert_int_equal(faults_of(pos), 0);
}

static void a_pawn_on_the_first_or_last_rank_is_a_fault(void **state)
{
    (void)state;
    assert_int_equal(faults_of(kings_and("a1", 'P')), RK_FAULT_PAWN_RANK);
    assert_int_equal(faults_of(kings_and("a8", 'P')), RK_FAULT_PAWN_RANK);
    assert_int_equal(faults_of(kings_and("a1", 'p')), RK_FAULT_PAWN_RANK);
    assert_int_equal(faults_of(kings_and("a8", 'p')), RK_FAULT_PAWN_RANK);
}

static void only_pawns_of_the_horde_may_stand_on_its_first_rank(void **state)
{
    (void)state;
    rk_position pos = kings_and("a1", 'P');
    pos.variant = RK_HORDE;
    clear(&pos, "e1");
    assert_int_equal(faults_of(pos), 0);
    rk_position_put(&pos, square_named("h1"), (rk_piece){RK_PAWN, RK_BLACK});
    assert_int_equal(faults_of(pos), RK_FAULT_PAWN_RANK);
    clear(&pos, "h1");
    rk_position_put(&pos, square_named("h8"), (rk_piece){RK_PAWN, RK_WHITE});
    assert_int_equal(faults_of(pos), RK_FAULT_PAWN_RANK);
}

static void a_check_against_the_side_not_to_move_is_a_fault(void **state)
{
    (void)state;
    rk_position pos = kings_and("a8", 'R');
    assert_int_equal(faults_of(pos), RK_FAULT_OPPOSITE_CHECK);
    pos.turn = RK_BLACK;
    assert_int_equal(faults_of(pos), 0);
}

static void adjacent_kings_are_a_fault_except_in_atomic(void **state)
{
    (void)state;
    rk_position pos = draft(RK_STANDARD, RK_WHITE, bare_kings);
    clear(&pos, "e8");
    rk_position_put(&pos, square_named("e2"), (rk_piece){RK_KING, RK_BLACK});
    assert_int_equal(faults_of(pos), RK_FAULT_OPPOSITE_CHECK);
    pos.variant = RK_ATOMIC;
    assert_int_equal(faults_of(pos), 0);
}

static void an_atomic_win_while_in_check_is_not_a_fault(void **state)
{
    (void)state;
    // White, in check, has exploded the black king. Games can reach this position.
    rk_position pos = kings_and("e8", 'r');
    pos.variant = RK_ATOMIC;
    pos.turn = RK_BLACK;
    assert_int_equal(faults_of(pos), 0);
}

static void a_castling_right_without_its_rook_or_king_is_a_fault(void **state)
{
    (void)state;
    rk_position pos = kings_and("h1", 'R');
    pos.castling = square_bit("h1");
    assert_int_equal(faults_of(pos), 0);
    pos.castling = square_bit("a1"); // nothing there
    assert_int_equal(faults_of(pos), RK_FAULT_CASTLING);
    pos = kings_and("h1", 'r');
    pos.castling = square_bit("h1"); // an enemy rook
    assert_int_equal(faults_of(pos) & RK_FAULT_CASTLING, RK_FAULT_CASTLING);
    pos = kings_and("h4", 'R');
    pos.castling = square_bit("h4"); // not on the first rank
    assert_int_equal(faults_of(pos), RK_FAULT_CASTLING);
    pos = kings_and("h1", 'R');
    clear(&pos, "e1");
    rk_position_put(&pos, square_named("e2"), (rk_piece){RK_KING, RK_WHITE});
    pos.castling = square_bit("h1"); // the king is not on the first rank
    assert_int_equal(faults_of(pos), RK_FAULT_CASTLING);
}

static void two_castling_rights_on_one_wing_are_a_fault(void **state)
{
    (void)state;
    rk_position pos = kings_and("h1", 'R');
    rk_position_put(&pos, square_named("g1"), (rk_piece){RK_ROOK, RK_WHITE});
    pos.castling = UINT64_C(3) << square_named("g1");
    assert_int_equal(faults_of(pos), RK_FAULT_CASTLING);
}

static void a_promoted_rook_has_no_castling_right(void **state)
{
    (void)state;
    rk_position pos = kings_and("h1", 'R');
    pos.variant = RK_CRAZYHOUSE;
    pos.castling = pos.promoted = square_bit("h1");
    assert_int_equal(faults_of(pos), RK_FAULT_CASTLING);
}

static void a_castling_right_in_antichess_or_racing_kings_is_a_fault(void **state)
{
    (void)state;
    rk_position pos = kings_and("h1", 'R');
    pos.castling = square_bit("h1");
    pos.variant = RK_ANTICHESS;
    assert_int_equal(faults_of(pos), RK_FAULT_CASTLING);
    pos.variant = RK_RACING_KINGS;
    assert_int_equal(faults_of(pos), RK_FAULT_CASTLING);
}

static void an_impossible_en_passant_square_is_a_fault(void **state)
{
    (void)state;
    rk_position pos = kings_and("d5", 'p');
    pos.en_passant = square_named("d6");
    assert_int_equal(faults_of(pos), 0);
    pos.en_passant = square_named("d3"); // the wrong rank
    assert_int_equal(faults_of(pos), RK_FAULT_EN_PASSANT);
    pos.en_passant = square_named("c6"); // no pawn in front of it
    assert_int_equal(faults_of(pos), RK_FAULT_EN_PASSANT);
    pos.en_passant = 200; // not a square
    assert_int_equal(faults_of(pos), RK_FAULT_EN_PASSANT);
    pos = kings_and("d5", 'P');
    pos.en_passant = square_named("d6"); // our own pawn
    assert_int_equal(faults_of(pos), RK_FAULT_EN_PASSANT);
}

static void an_en_passant_square_with_an_occupied_path_is_a_fault(void **state)
{
    (void)state;
    rk_position pos = kings_and("d5", 'p');
    pos.en_passant = square_named("d6");
    rk_position_put(&pos, square_named("d6"), (rk_piece){RK_KNIGHT, RK_BLACK});
    assert_int_equal(faults_of(pos), RK_FAULT_EN_PASSANT);
    clear(&pos, "d6");
    rk_position_put(&pos, square_named("d7"), (rk_piece){RK_KNIGHT, RK_BLACK});
    assert_int_equal(faults_of(pos), RK_FAULT_EN_PASSANT);
}

static void a_kind_the_variant_does_not_have_is_a_fault(void **state)
{
    (void)state;
    rk_position pos = kings_and("a5", 'A');
    assert_int_equal(faults_of(pos), RK_FAULT_FOREIGN_KIND);
    pos.variant = RK_AMAZON_CHESS;
    assert_int_equal(faults_of(pos), 0);
    pos = kings_and("a5", 'P');
    pos.variant = RK_RACING_KINGS;
    assert_int_equal(faults_of(pos), RK_FAULT_FOREIGN_KIND);
}

static void an_impossible_pocket_is_a_fault(void **state)
{
    (void)state;
    rk_position pos = draft(RK_STANDARD, RK_WHITE, bare_kings);
    pos.pocket[RK_WHITE][RK_PAWN] = 1;
    assert_int_equal(faults_of(pos), RK_FAULT_POCKET);
    pos.variant = RK_CRAZYHOUSE;
    assert_int_equal(faults_of(pos), 0);
    pos.pocket[RK_WHITE][RK_PAWN] = 17;
    assert_int_equal(faults_of(pos), RK_FAULT_POCKET);
    pos.pocket[RK_WHITE][RK_PAWN] = 0;
    pos.pocket[RK_BLACK][RK_KING] = 1;
    assert_int_equal(faults_of(pos), RK_FAULT_POCKET);
    pos.pocket[RK_BLACK][RK_KING] = 0;
    pos.pocket[RK_BLACK][RK_AMAZON] = 1; // crazyhouse has no amazons to drop
    assert_int_not_equal(faults_of(pos), 0);
}

static void impossible_counts_of_checks_are_a_fault(void **state)
{
    (void)state;
    rk_position pos = draft(RK_THREE_CHECK, RK_WHITE, bare_kings);
    assert_int_equal(faults_of(pos), 0);
    pos.checks_left[RK_WHITE] = 4;
    assert_int_equal(faults_of(pos), RK_FAULT_CHECKS_LEFT);
    pos.checks_left[RK_WHITE] = 0;
    assert_int_equal(faults_of(pos), 0);
    pos.checks_left[RK_BLACK] = 0;
    assert_int_equal(faults_of(pos), RK_FAULT_CHECKS_LEFT);
    pos = draft(RK_STANDARD, RK_WHITE, bare_kings);
    pos.checks_left[RK_WHITE] = 1;
    assert_int_equal(faults_of(pos), RK_FAULT_CHECKS_LEFT);
}

static void a_check_in_racing_kings_is_a_fault(void **state)
{
    (void)state;
    rk_position pos = kings_and("e4", 'r');
    pos.variant = RK_RACING_KINGS;
    assert_int_equal(faults_of(pos), RK_FAULT_RACE_CHECK);
    pos.turn = RK_BLACK;
    assert_int_equal(faults_of(pos), RK_FAULT_OPPOSITE_CHECK);
}

static void all_faults_are_reported_at_once(void **state)
{
    (void)state;
    rk_position pos = kings_and("a1", 'P');
    clear(&pos, "e1");
    pos.castling = square_bit("h1");
    pos.en_passant = square_named("c6");
    assert_int_equal(faults_of(pos), RK_FAULT_NO_WHITE_KING | RK_FAULT_PAWN_RANK |
                                         RK_FAULT_CASTLING | RK_FAULT_EN_PASSANT);
}

static void every_fault_has_a_text(void **state)
{
    (void)state;
#define ROW(fault, bit, text) assert_string_equal(rk_position_fault_text(fault), text);
#include "rookery/position_faults.def"
    assert_string_equal(rk_position_fault_text(RK_FAULT_EMPTY | RK_FAULT_PAWN_RANK),
                        rk_position_fault_text(RK_FAULT_PAWN_RANK));
    assert_string_equal(rk_position_fault_text(0), "");
    assert_string_equal(rk_position_fault_text(1U << 31), "");
}

// ---- validation ------------------------------------------------------------------------------

static void validation_removes_an_en_passant_square_no_pawn_can_use(void **state)
{
    (void)state;
    rk_position pos = kings_and("d5", 'p');
    pos.en_passant = square_named("d6");
    assert_int_equal(rk_position_validate(&pos), 0);
    assert_int_equal(pos.en_passant, RK_NO_SQUARE);
}

static void validation_keeps_an_en_passant_square_a_pawn_can_use(void **state)
{
    (void)state;
    rk_position pos = kings_and("d5", 'p');
    rk_position_put(&pos, square_named("e5"), (rk_piece){RK_PAWN, RK_WHITE});
    pos.en_passant = square_named("d6");
    assert_int_equal(rk_position_validate(&pos), 0);
    assert_int_equal(pos.en_passant, square_named("d6"));
}

static void validation_removes_an_en_passant_square_only_a_pinned_pawn_could_use(void **state)
{
    (void)state;
    rk_position pos = kings_and("d5", 'p');
    rk_position_put(&pos, square_named("e5"), (rk_piece){RK_PAWN, RK_WHITE});
    rk_position_put(&pos, square_named("e7"), (rk_piece){RK_ROOK, RK_BLACK});
    pos.en_passant = square_named("d6");
    assert_int_equal(rk_position_validate(&pos), 0);
    assert_int_equal(pos.en_passant, RK_NO_SQUARE);
}

static void validation_computes_the_key(void **state)
{
    (void)state;
    const rk_position pos = board(RK_BLACK, bare_kings), other = board(RK_WHITE, bare_kings);
    assert_int_equal(pos.key, rk_position_key(&pos));
    assert_int_not_equal(pos.key, other.key);
}

static void validating_a_valid_position_changes_nothing(void **state)
{
    (void)state;
    rk_position pos = position_of(RK_CRAZYHOUSE, "r3k2r/8/8/3pP3/8/8/8/R3K2R[Qp] w KQkq d6 3 9");
    const rk_position once = pos;
    assert_int_equal(rk_position_validate(&pos), 0);
    assert_memory_equal(&pos, &once, sizeof pos);
}

static void validation_clears_promotion_marks_of_kings_pawns_and_empty_squares(void **state)
{
    (void)state;
    rk_position pos = kings_and("a2", 'P');
    rk_position_put(&pos, square_named("h5"), (rk_piece){RK_ROOK, RK_WHITE});
    pos.variant = RK_CRAZYHOUSE;
    pos.promoted = square_bit("a2") | square_bit("b2") | square_bit("e1") | square_bit("h5");
    assert_int_equal(rk_position_validate(&pos), 0);
    assert_int_equal(pos.promoted, square_bit("h5"));
}

// ---- queries ---------------------------------------------------------------------------------

static void putting_a_piece_replaces_the_one_on_the_square(void **state)
{
    (void)state;
    rk_position pos = rk_position_empty(RK_STANDARD);
    const rk_square e4 = square_named("e4");
    rk_position_put(&pos, e4, (rk_piece){RK_QUEEN, RK_WHITE});
    rk_position_put(&pos, e4, (rk_piece){RK_KNIGHT, RK_BLACK});
    assert_int_equal(rk_position_at(&pos, e4).kind, RK_KNIGHT);
    assert_int_equal(rk_position_at(&pos, e4).side, RK_BLACK);
    assert_int_equal(pos.of[RK_QUEEN] | pos.by[RK_WHITE], 0);
    clear(&pos, "e4");
    assert_int_equal(rk_position_at(&pos, e4).kind, RK_NO_KIND);
}

static void attackers_of_every_kind_are_found(void **state)
{
    (void)state;
    const rk_position pos = board(RK_WHITE, ". k . r . . . ."
                                            ". . . . . . . ."
                                            ". . n . . . . b"
                                            ". . p . . . . ."
                                            "R . . Q . . . ."
                                            ". . K . P . . ."
                                            ". . . . . . . ."
                                            ". . . . . . . .");
    const rk_square d4 = square_named("d4");
    assert_int_equal(rk_position_attackers(&pos, d4, RK_BLACK), squares(". . . x . . . ."
                                                                        ". . . . . . . ."
                                                                        ". . x . . . . ."
                                                                        ". . x . . . . ."
                                                                        ". . . . . . . ."
                                                                        ". . . . . . . ."
                                                                        ". . . . . . . ."
                                                                        ". . . . . . . ."));
    assert_int_equal(rk_position_attackers(&pos, d4, RK_WHITE), squares(". . . . . . . ."
                                                                        ". . . . . . . ."
                                                                        ". . . . . . . ."
                                                                        ". . . . . . . ."
                                                                        "x . . . . . . ."
                                                                        ". . x . x . . ."
                                                                        ". . . . . . . ."
                                                                        ". . . . . . . ."));
}

static void checkers_attack_the_king_of_the_side_to_move(void **state)
{
    (void)state;
    const rk_position pos = position("4k3/8/8/8/8/3n4/8/r3K3 w - - 0 1");
    assert_true(rk_position_in_check(&pos));
    assert_int_equal(rk_position_checkers(&pos), square_bit("a1") | square_bit("d3"));
    const rk_position quiet = position("4k3/8/8/8/8/8/8/4K3 b - - 0 1");
    assert_false(rk_position_in_check(&quiet));
}

// ---- equality --------------------------------------------------------------------------------

static void positions_that_differ_only_in_counters_are_the_same(void **state)
{
    (void)state;
    const rk_position a = position("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"),
                      b = position("4k3/8/8/8/8/8/8/R3K3 w Q - 31 40");
    assert_true(rk_position_same(&a, &b));
    assert_int_equal(a.key, b.key);
}

static void positions_with_different_boards_turns_rights_or_en_passant_differ(void **state)
{
    (void)state;
    static const char *const fens[] = {
        "4k3/8/8/3pP3/8/8/8/R3K3 w Q d6 0 1", "4k3/8/8/3pP3/8/8/8/R3K3 w Q - 0 1",
        "4k3/8/8/3pP3/8/8/8/R3K3 w - - 0 1",  "4k3/8/8/3pP3/8/8/8/R3K3 b Q - 0 1",
        "4k3/8/8/3pP3/8/8/8/1R2K3 w - - 0 1", "4k3/8/8/3pP3/8/8/8/N3K3 w - - 0 1",
        "4k3/8/8/3pP3/8/8/8/r3K3 w - - 0 1",
    };
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++)
        for (size_t j = 0; j < i; j++) {
            const rk_position a = position(fens[i]), b = position(fens[j]);
            assert_false(rk_position_same(&a, &b));
            assert_int_not_equal(a.key, b.key);
        }
}

static void positions_with_different_pockets_promotions_or_checks_differ(void **state)
{
    (void)state;
    static const struct {
        rk_variant variant;
        const char *a, *b;
    } rows[] = {
        {RK_CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "4k3/8/8/8/8/8/8/4K3[p] w - - 0 1"},
        {RK_CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "4k3/8/8/8/8/8/8/4K3[PP] w - - 0 1"},
        {RK_CRAZYHOUSE, "4k3/8/8/8/8/8/8/Q3K3[] w - - 0 1", "4k3/8/8/8/8/8/8/Q~3K3[] w - - 0 1"},
        {RK_THREE_CHECK, "4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 2+3 0 1"},
        {RK_THREE_CHECK, "4k3/8/8/8/8/8/8/4K3 w - - 3+2 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 2+3 0 1"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const rk_position a = position_of(rows[i].variant, rows[i].a),
                          b = position_of(rows[i].variant, rows[i].b);
        assert_false(rk_position_same(&a, &b));
        assert_int_not_equal(a.key, b.key);
    }
}

// ---- playing ---------------------------------------------------------------------------------

static void counters_count_quiet_plies_and_full_moves(void **state)
{
    (void)state;
    rk_position pos = position("4k3/p7/8/8/8/8/8/R3K3 w Q - 0 1");
    play_moves(&pos, "a1a2 e8d8 a2a3");
    assert_int_equal(pos.halfmove_clock, 3);
    assert_int_equal(pos.move_number, 2);
    play_moves(&pos, "a7a6");
    assert_int_equal(pos.halfmove_clock, 0);
    play_moves(&pos, "e1d1 d8e8 a3a6");
    assert_int_equal(pos.halfmove_clock, 0);
    assert_int_equal(pos.move_number, 4);
}

static void counters_saturate_instead_of_wrapping(void **state)
{
    (void)state;
    rk_position pos = position("4k3/8/8/8/8/8/8/R3K3 b Q - 0 1");
    pos.halfmove_clock = UINT16_MAX;
    pos.move_number = UINT16_MAX;
    play_moves(&pos, "e8d8");
    assert_int_equal(pos.halfmove_clock, UINT16_MAX);
    assert_int_equal(pos.move_number, UINT16_MAX);
}

static void transpositions_have_the_same_key(void **state)
{
    (void)state;
    const rk_position start = position("4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1");
    const rk_position a = after(start, "b1c3 e8e7 a1a2"), b = after(start, "a1a2 e8e7 b1c3");
    assert_true(rk_position_same(&a, &b));
    assert_int_equal(a.key, b.key);
}

static void passing_switches_the_turn_and_updates_the_key(void **state)
{
    (void)state;
    const rk_position before = position("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 7");
    rk_position pos = before;
    rk_undo undo;
    rk_position_pass(&pos, &undo);
    assert_int_equal(rk_position_turn(&pos), RK_WHITE);
    assert_int_equal(pos.en_passant, RK_NO_SQUARE);
    assert_int_equal(pos.halfmove_clock, 1);
    assert_int_equal(pos.move_number, 8);
    assert_true(pos.key == rk_position_key(&pos));
    assert_memory_equal(pos.of, before.of, sizeof pos.of);
    rk_position_revert(&pos, &undo);
    assert_memory_equal(&pos, &before, sizeof pos);
}

// ---- warnings --------------------------------------------------------------------------------

static void an_ordinary_position_has_no_warnings(void **state)
{
    (void)state;
    for (unsigned variant = 0; variant < RK_VARIANT_COUNT; variant++) {
        const rk_position pos =
            position_of((rk_variant)variant, rk_variant_start((rk_variant)variant));
        assert_int_equal(rk_position_warnings(&pos), 0);
    }
    const rk_position promoted = position("QQQQ1k2/8/8/8/8/8/PPPPP3/4K3 b - - 0 1");
    assert_int_equal(rk_position_warnings(&promoted), 0);
}

static void unusual_but_playable_positions_have_warnings(void **state)
{
    (void)state;
    rk_position pos = position("QQQQ1k2/8/8/8/8/8/PPPPPPPP/4K3 b - - 0 1");
    assert_int_equal(rk_position_warnings(&pos), RK_WARNING_MANY_PROMOTIONS);
    pos = position("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1");
    assert_int_equal(rk_position_warnings(&pos), RK_WARNING_MANY_PAWNS);
    pos = position("4k3/2N3N1/8/8/8/8/8/4K3 b - - 0 1");
    assert_int_equal(rk_position_warnings(&pos), RK_WARNING_IMPOSSIBLE_CHECK);
    assert_string_equal(rk_position_warning_text(RK_WARNING_MANY_PAWNS),
                        "a side has more than eight pawns");
}

static void checks_on_one_line_through_the_king_have_a_warning(void **state)
{
    (void)state;
    static const char *const fens[] = {"3R4/8/q4k2/2B5/1NK5/3b4/8/8 w - - 0 1",
                                       "2Nq4/2K5/1b6/8/7R/3k4/7P/8 w - - 0 1",
                                       "5R2/2P5/8/4k3/8/3rK2r/8/8 w - - 0 1"};
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
        const rk_position pos = position(fens[i]);
        assert_int_equal(rk_position_warnings(&pos), RK_WARNING_IMPOSSIBLE_CHECK);
    }
    // The other king is between them, not ours.
    const rk_position possible = position("8/8/5k2/p1q5/PP1rp1P1/3P1N2/2RK1r2/5nN1 w - - 0 3");
    assert_int_equal(rk_position_warnings(&possible), 0);
}

static void a_check_that_the_last_pawn_move_did_not_give_has_a_warning(void **state)
{
    (void)state;
    // The queen attacked along the diagonal before d2-d4, too.
    rk_position pos = position("8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1");
    assert_int_equal(pos.en_passant, square_named("d3"));
    assert_int_equal(rk_position_warnings(&pos), RK_WARNING_IMPOSSIBLE_CHECK);
    pos = position("8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1"); // the pawn's own check
    assert_int_equal(rk_position_warnings(&pos), 0);
    pos = position("7k/8/8/8/3Pp3/8/1B6/4K3 b - d3 0 1"); // not in check
    assert_int_equal(rk_position_warnings(&pos), 0);
}

static void many_checks_at_once_are_possible_in_atomic(void **state)
{
    (void)state;
    const rk_position pos = position_of(RK_ATOMIC, "R3k2R/8/8/8/8/8/8/K3R3 b - - 0 1");
    assert_int_equal(rk_position_warnings(&pos), 0);
}

static void a_finished_game_has_no_en_passant_square(void **state)
{
    (void)state;
    // d2-d4 gives the third check; e4xd3 would have answered it.
    const rk_position start = position_of(RK_THREE_CHECK, "8/8/8/2k5/4p3/8/3P4/4K3 w - - 1+3 0 1");
    rk_position pos = after(start, "d2d4");
    assert_int_equal(pos.en_passant, RK_NO_SQUARE);
    assert_true(pos.key == rk_position_key(&pos));
    rk_position checks_left = start;
    checks_left.checks_left[RK_WHITE] = 2;
    assert_int_equal(rk_position_validate(&checks_left), 0);
    assert_int_equal(after(checks_left, "d2d4").en_passant, square_named("d3"));
    pos = position_of(RK_KING_OF_THE_HILL, "8/8/8/3Kpk2/3p1P2/8/8/8 b - f3 0 1");
    assert_int_equal(pos.en_passant, RK_NO_SQUARE);
    pos = position_of(RK_THREE_CHECK, "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0+3 0 1");
    assert_int_equal(pos.en_passant, RK_NO_SQUARE);
}

static void a_double_check_by_discovery_has_no_warning(void **state)
{
    (void)state;
    const rk_position pos = position("4k3/8/3N4/8/8/8/8/K3R3 b - - 0 1");
    assert_int_equal(rk_position_warnings(&pos), 0);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(bare_kings_are_a_valid_position),
    cmocka_unit_test(an_empty_board_is_a_fault_in_every_variant),
    cmocka_unit_test(a_missing_king_is_a_fault),
    cmocka_unit_test(a_second_king_is_a_fault),
    cmocka_unit_test(antichess_allows_any_number_of_kings),
    cmocka_unit_test(atomic_allows_one_exploded_king_but_not_two),
    cmocka_unit_test(a_king_in_the_horde_is_a_fault),
    cmocka_unit_test(a_pawn_on_the_first_or_last_rank_is_a_fault),
    cmocka_unit_test(only_pawns_of_the_horde_may_stand_on_its_first_rank),
    cmocka_unit_test(a_check_against_the_side_not_to_move_is_a_fault),
    cmocka_unit_test(adjacent_kings_are_a_fault_except_in_atomic),
    cmocka_unit_test(an_atomic_win_while_in_check_is_not_a_fault),
    cmocka_unit_test(a_castling_right_without_its_rook_or_king_is_a_fault),
    cmocka_unit_test(two_castling_rights_on_one_wing_are_a_fault),
    cmocka_unit_test(a_promoted_rook_has_no_castling_right),
    cmocka_unit_test(a_castling_right_in_antichess_or_racing_kings_is_a_fault),
    cmocka_unit_test(an_impossible_en_passant_square_is_a_fault),
    cmocka_unit_test(an_en_passant_square_with_an_occupied_path_is_a_fault),
    cmocka_unit_test(a_kind_the_variant_does_not_have_is_a_fault),
    cmocka_unit_test(an_impossible_pocket_is_a_fault),
    cmocka_unit_test(impossible_counts_of_checks_are_a_fault),
    cmocka_unit_test(a_check_in_racing_kings_is_a_fault),
    cmocka_unit_test(all_faults_are_reported_at_once),
    cmocka_unit_test(every_fault_has_a_text),
    cmocka_unit_test(validation_removes_an_en_passant_square_no_pawn_can_use),
    cmocka_unit_test(validation_keeps_an_en_passant_square_a_pawn_can_use),
    cmocka_unit_test(validation_removes_an_en_passant_square_only_a_pinned_pawn_could_use),
    cmocka_unit_test(validation_computes_the_key),
    cmocka_unit_test(validating_a_valid_position_changes_nothing),
    cmocka_unit_test(validation_clears_promotion_marks_of_kings_pawns_and_empty_squares),
    cmocka_unit_test(putting_a_piece_replaces_the_one_on_the_square),
    cmocka_unit_test(attackers_of_every_kind_are_found),
    cmocka_unit_test(checkers_attack_the_king_of_the_side_to_move),
    cmocka_unit_test(positions_that_differ_only_in_counters_are_the_same),
    cmocka_unit_test(positions_with_different_boards_turns_rights_or_en_passant_differ),
    cmocka_unit_test(positions_with_different_pockets_promotions_or_checks_differ),
    cmocka_unit_test(counters_count_quiet_plies_and_full_moves),
    cmocka_unit_test(counters_saturate_instead_of_wrapping),
    cmocka_unit_test(transpositions_have_the_same_key),
    cmocka_unit_test(passing_switches_the_turn_and_updates_the_key),
    cmocka_unit_test(an_ordinary_position_has_no_warnings),
    cmocka_unit_test(unusual_but_playable_positions_have_warnings),
    cmocka_unit_test(checks_on_one_line_through_the_king_have_a_warning),
    cmocka_unit_test(a_check_that_the_last_pawn_move_did_not_give_has_a_warning),
    cmocka_unit_test(many_checks_at_once_are_possible_in_atomic),
    cmocka_unit_test(a_finished_game_has_no_en_passant_square),
    cmocka_unit_test(a_double_check_by_discovery_has_no_warning),
};

int main(void)
{
    return cmocka_run_group_tests(tests, NULL, NULL);
}
