/* SPDX-License-Identifier: MIT */
/* The themes of puzzles, each on positions that have it and on similar ones that do not. */
#include "puzzles/themes.h"

#include <string.h>

#include "support/board.h"
#include "support/puzzle.h"

static bool has(enum puzzle_theme theme, const char *fen, const char *solution)
{
    const struct puzzle puzzle = puzzle_from(fen, solution);
    return themes_find(&puzzle) >> theme & 1;
}

// ---- mates -----------------------------------------------------------------------------------

static const char back_rank[] = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";

static void a_solution_that_ends_with_checkmate_is_a_mate(void **state)
{
    (void)state;
    assert_true(has(THEME_MATE, back_rank, "Ra8#"));
    assert_false(has(THEME_MATE, back_rank, "Kf1"));
}

static void a_rook_mates_on_the_back_rank(void **state)
{
    (void)state;
    assert_true(has(THEME_BACK_RANK_MATE, back_rank, "Ra8#"));
    // Two rooks in the open: no own piece is in the king's way.
    assert_false(has(THEME_BACK_RANK_MATE, "6k1/1R6/8/8/8/8/8/R5K1 w - - 0 1", "Ra8#"));
}

static void a_knight_smothers_the_king(void **state)
{
    (void)state;
    static const char fen[] = "6rk/6pp/8/6N1/8/8/8/6K1 w - - 0 1";
    assert_true(has(THEME_SMOTHERED_MATE, fen, "Nf7#"));
    // The king has a free square that the bishop covers.
    assert_false(has(THEME_SMOTHERED_MATE, "5r1k/6pp/8/6N1/2B5/8/8/6K1 w - - 0 1", "Nf7+"));
    assert_false(has(THEME_SMOTHERED_MATE, back_rank, "Ra8#"));
}

// ---- attacks ---------------------------------------------------------------------------------

static void a_knight_forks_king_and_queen(void **state)
{
    (void)state;
    static const char fen[] = "3qk3/8/8/8/4N3/8/8/4K3 w - - 0 1";
    assert_true(has(THEME_FORK, "q3k3/8/8/1N6/8/8/8/4K3 w - - 0 1", "Nc7+ Kd7 Nxa8"));
    assert_false(has(THEME_FORK, fen, "Nc5 Qd5 Nb3"));
}

static void a_fork_by_a_piece_that_can_be_taken_is_none(void **state)
{
    (void)state;
    assert_false(has(THEME_FORK, "q3k3/3r4/8/1N6/8/8/8/4K3 w - - 0 1", "Nc7+ Rxc7 Kd2"));
}

static void a_fork_of_defended_pieces_of_less_value_is_none(void **state)
{
    (void)state;
    assert_false(has(THEME_FORK, "4k3/1p3p2/2n1n3/8/8/8/3Q4/4K3 w - - 0 1", "Qd5 Kf8 Qd1"));
}

static void a_bishop_pins_a_rook_to_the_king(void **state)
{
    (void)state;
    static const char fen[] = "4k3/8/2r5/8/8/8/4B3/4K3 w - - 0 1";
    assert_true(has(THEME_PIN, fen, "Bb5 Kd7 Bxc6+"));
    assert_false(has(THEME_PIN, "4k3/8/8/2r5/8/8/4B3/4K3 w - - 0 1", "Bb5+ Rxb5 Kd2"));
}

static void a_rook_skewers_king_and_queen(void **state)
{
    (void)state;
    assert_true(has(THEME_SKEWER, "q3k3/8/8/8/8/8/8/4K2R w - - 0 1", "Rh8+ Kd7 Rxa8"));
    // The queen is in front: it is just attacked.
    assert_false(has(THEME_SKEWER, "k3q3/8/8/8/8/8/8/5K1R w - - 0 1", "Rh8 Qxh8 Kg2"));
}

static void a_move_discovers_an_attack(void **state)
{
    (void)state;
    static const char fen[] = "3q2k1/5ppp/8/8/3B4/8/5PPP/3R2K1 w - - 0 1";
    assert_true(has(THEME_DISCOVERED_ATTACK, fen, "Bxg7 Qxd1#"));
    assert_false(has(THEME_DISCOVERED_ATTACK, "3q2k1/5ppp/8/8/4B3/8/5PPP/3R2K1 w - - 0 1",
                     "Bxh7+ Kxh7 Rxd8"));
}

static void two_pieces_give_check(void **state)
{
    (void)state;
    assert_true(has(THEME_DOUBLE_CHECK, "4k3/8/8/8/4N3/8/8/4R1K1 w - - 0 1", "Nf6+"));
    assert_false(has(THEME_DOUBLE_CHECK, "4k3/8/8/8/4N3/8/8/3R2K1 w - - 0 1", "Nf6+"));
    assert_true(has(THEME_DISCOVERED_ATTACK, "4k3/8/8/8/4N3/8/8/4R1K1 w - - 0 1", "Nf6+"));
}

// ---- material --------------------------------------------------------------------------------

static void taking_an_undefended_piece_is_taking_a_hanging_piece(void **state)
{
    (void)state;
    assert_true(has(THEME_HANGING_PIECE, "4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1", "Rxd5"));
    assert_false(has(THEME_HANGING_PIECE, "4k3/8/4p3/3n4/8/8/8/3RK3 w - - 0 1", "Rxd5"));
    assert_false(has(THEME_HANGING_PIECE, "4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "Rxd5"));
}

static void taking_back_is_not_taking_a_hanging_piece(void **state)
{
    (void)state;
    struct puzzle puzzle = puzzle_from("4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1", "Rxd5");
    puzzle.before = position("4k3/8/1n6/3P4/8/8/8/3RK3 b - - 0 1");
    puzzle.error = move(&puzzle.before, "b6d5");
    assert_false(themes_find(&puzzle) >> THEME_HANGING_PIECE & 1);
}

static void a_queen_that_is_given_up_for_mate_is_a_sacrifice(void **state)
{
    (void)state;
    static const char opera[] = "4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 0 1";
    assert_true(has(THEME_SACRIFICE, opera, "Qb8+ Nxb8 Rd8#"));
    assert_false(has(THEME_SACRIFICE, "q3k3/8/8/1N6/8/8/8/4K3 w - - 0 1", "Nc7+ Kd7 Nxa8"));
}

static void an_exchange_of_rooks_is_neither_a_sacrifice_nor_an_attraction(void **state)
{
    (void)state;
    static const char fen[] = "2r3k1/2r2ppp/8/n7/Q1R5/3N4/5PPP/2R3K1 w - - 0 1";
    static const char moves[] = "Rxc7 Rxc7 Qxa5 Rxc1+ Nxc1";
    assert_false(has(THEME_SACRIFICE, fen, moves));
    assert_false(has(THEME_ATTRACTION, fen, moves));
}

static void a_guard_is_deflected(void **state)
{
    (void)state;
    // The rook on c8 has to take the queen, and no longer guards d8.
    static const char fen[] = "3r2k1/5ppp/8/8/8/8/1Q3PPP/3R2K1 w - - 0 1";
    assert_true(
        has(THEME_DEFLECTION, "2r3k1/2q2ppp/8/8/8/8/2Q2PPP/3R2K1 w - - 0 1", "Qxc7 Rxc7 Rd8#"));
    assert_false(has(THEME_DEFLECTION, fen, "Rxd8#"));
}

static void the_king_is_attracted(void **state)
{
    (void)state;
    static const char reti[] = "rnb1kb1r/pp3ppp/2p5/4q3/4n3/3Q4/PPPB1PPP/2KR1BNR w kq - 0 1";
    assert_true(has(THEME_ATTRACTION, reti, "Qd8+ Kxd8 Bg5+ Kc7 Bd8#"));
    assert_false(has(THEME_ATTRACTION, back_rank, "Ra8#"));
}

// ---- kinds of moves --------------------------------------------------------------------------

static void promotions_are_named(void **state)
{
    (void)state;
    static const char fen[] = "8/P6k/8/8/8/8/8/K7 w - - 0 1";
    assert_true(has(THEME_PROMOTION, fen, "a8=Q"));
    assert_false(has(THEME_UNDERPROMOTION, fen, "a8=Q"));
    assert_true(has(THEME_UNDERPROMOTION, fen, "a8=N"));
    assert_false(has(THEME_PROMOTION, "8/8/P6k/8/8/8/8/K7 w - - 0 1", "a7"));
}

static void en_passant_is_named(void **state)
{
    (void)state;
    assert_true(has(THEME_EN_PASSANT, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6"));
    assert_false(has(THEME_EN_PASSANT, "4k3/8/3p4/4P3/8/8/8/4K3 w - - 0 1", "exd6"));
}

static void a_quiet_move_neither_captures_nor_checks_nor_answers_a_check(void **state)
{
    (void)state;
    assert_true(has(THEME_QUIET_MOVE, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "Ra7"));
    assert_false(has(THEME_QUIET_MOVE, back_rank, "Ra8#"));
    assert_false(has(THEME_QUIET_MOVE, "6k1/8/8/8/8/8/6q1/R5K1 w - - 0 1", "Kxg2"));
    assert_false(has(THEME_QUIET_MOVE, "4k3/8/8/8/8/8/8/K6q w - - 0 1", "Ka2"));
}

// ---- lengths and phases ----------------------------------------------------------------------

static void expect_length(const char *fen, const char *solution, const char *expected)
{
    const struct puzzle puzzle = puzzle_from(fen, solution);
    char text[THEME_TEXT_MAX];
    theme_write_length(&puzzle, text);
    assert_string_equal(text, expected);
}

static void the_length_is_named(void **state)
{
    (void)state;
    expect_length(back_rank, "Ra8#", "mateIn1");
    expect_length(back_rank, "Kf1", "oneMove");
    expect_length("q3k3/8/8/1N6/8/8/8/4K3 w - - 0 1", "Nc7+ Kd7 Nxa8", "short");
}

static void the_phase_is_named(void **state)
{
    (void)state;
    const struct puzzle ending = puzzle_from(back_rank, "Ra8#");
    assert_string_equal(theme_phase(&ending), "endgame");
    const struct puzzle early =
        puzzle_from("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", "Qh4#");
    assert_string_equal(theme_phase(&early), "opening");
}

static void every_theme_has_a_name_of_its_own(void **state)
{
    (void)state;
    for (unsigned a = 0; a < THEME_COUNT; a++)
        for (unsigned b = a + 1; b < THEME_COUNT; b++)
            assert_string_not_equal(theme_name((enum puzzle_theme)a),
                                    theme_name((enum puzzle_theme)b));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_solution_that_ends_with_checkmate_is_a_mate),
        cmocka_unit_test(a_rook_mates_on_the_back_rank),
        cmocka_unit_test(a_knight_smothers_the_king),
        cmocka_unit_test(a_knight_forks_king_and_queen),
        cmocka_unit_test(a_fork_by_a_piece_that_can_be_taken_is_none),
        cmocka_unit_test(a_fork_of_defended_pieces_of_less_value_is_none),
        cmocka_unit_test(a_bishop_pins_a_rook_to_the_king),
        cmocka_unit_test(a_rook_skewers_king_and_queen),
        cmocka_unit_test(a_move_discovers_an_attack),
        cmocka_unit_test(two_pieces_give_check),
        cmocka_unit_test(taking_an_undefended_piece_is_taking_a_hanging_piece),
        cmocka_unit_test(taking_back_is_not_taking_a_hanging_piece),
        cmocka_unit_test(a_queen_that_is_given_up_for_mate_is_a_sacrifice),
        cmocka_unit_test(an_exchange_of_rooks_is_neither_a_sacrifice_nor_an_attraction),
        cmocka_unit_test(a_guard_is_deflected),
        cmocka_unit_test(the_king_is_attracted),
        cmocka_unit_test(promotions_are_named),
        cmocka_unit_test(en_passant_is_named),
        cmocka_unit_test(a_quiet_move_neither_captures_nor_checks_nor_answers_a_check),
        cmocka_unit_test(the_length_is_named),
        cmocka_unit_test(the_phase_is_named),
        cmocka_unit_test(every_theme_has_a_name_of_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
