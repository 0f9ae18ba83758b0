/* SPDX-License-Identifier: MIT */
/* Positions that end the game, and the material that each side needs to win. */
#include "rookery/outcome.h"

#include <string.h>

#include "rookery/fen.h"
#include "support/board.h"

enum { HORDE_SAMPLES = 1000000 };

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
        {RK_ANTICHESS, "7b/8/8/8/8/8/8/BB6 w - - 0 1", false, true},
        {RK_ANTICHESS, "7b/6b1/8/8/8/8/8/B7 w - - 0 1", true, true},
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

static void a_knight_each_in_antichess_can_win_for_one_side_only(void **state)
{
    (void)state;
    static const struct material rows[] = {
        {RK_ANTICHESS, "5N2/8/8/8/8/8/8/2n5 b - - 0 1", false, true},
        {RK_ANTICHESS, "5N2/8/8/8/8/8/8/2n5 w - - 0 1", true, false},
        {RK_ANTICHESS, "5N2/8/8/8/8/8/8/1n6 b - - 0 1", true, false},
        {RK_ANTICHESS, "5N2/8/8/8/8/8/8/1n6 w - - 0 1", false, true},
        {RK_ANTICHESS, "5N2/8/8/8/8/8/8/1nn5 w - - 0 1", true, true},
    };
    check_material(rows, sizeof rows / sizeof *rows);
}

static void the_horde_cannot_win_with_too_few_pieces(void **state)
{
    (void)state;
    static const struct material rows[] = {
        {RK_HORDE, "2N5/8/8/8/5k2/4q3/8/7r b - - 0 1", false, true},
        {RK_HORDE, "2N5/8/8/8/5k2/3qq3/8/7r b - - 0 1", false, true},
        {RK_HORDE, "2N5/8/8/8/5k2/3nq3/8/7r b - - 0 1", true, true},
        {RK_HORDE, "2N5/8/8/8/5k2/2bbb3/8/8 b - - 0 1", false, true},
        {RK_HORDE, "2Q5/8/8/8/5k2/3nnn2/8/8 b - - 0 1", false, true},
        {RK_HORDE, "2Q5/8/8/8/5k2/3b1b2/8/8 b - - 0 1", true, true},
        {RK_HORDE, "2Q5/8/8/8/5k2/3bb3/8/8 b - - 0 1", false, true},
        {RK_HORDE, "8/2P5/8/8/5k2/3qqq2/8/8 b - - 0 1", false, true},
        {RK_HORDE, "8/2P5/8/8/5k2/3qqr2/8/8 b - - 0 1", true, true},
        {RK_HORDE, "2R5/8/8/8/5k2/3rrr2/8/8 b - - 0 1", false, true},
        {RK_HORDE, "2R5/8/8/8/5k2/3rn3/8/8 b - - 0 1", true, true},
        {RK_HORDE, "2B5/8/8/8/5k2/3qqq2/8/8 b - - 0 1", false, true},
        {RK_HORDE, "2B5/8/8/8/5k2/3p4/3p4/8 b - - 0 1", true, true},
        {RK_HORDE, "2B5/8/8/8/5k2/3pb3/8/8 b - - 0 1", true, true},
        {RK_HORDE, "2B5/8/8/8/5k2/3p1b2/8/8 b - - 0 1", false, true},
        {RK_HORDE, "2RB4/8/8/8/5k2/8/8/8 b - - 0 1", false, true},
        {RK_HORDE, "2RB4/8/8/8/5k2/4b3/8/8 b - - 0 1", false, true},
        {RK_HORDE, "2RB4/8/8/8/5k2/5b2/8/8 b - - 0 1", true, true},
        {RK_HORDE, "2NN4/8/8/8/5k2/3qqr2/8/8 b - - 0 1", false, true},
        {RK_HORDE, "2NN4/8/8/8/5k2/3n4/8/8 b - - 0 1", true, true},
        {RK_HORDE, "2BB4/8/8/8/5k2/3nn3/8/8 b - - 0 1", false, true},
        {RK_HORDE, "2BB4/8/8/8/5k2/3nr3/8/8 b - - 0 1", true, true},
        {RK_HORDE, "B1B1B1B1/8/8/8/5k2/4n3/8/8 b - - 0 1", false, true},
        {RK_HORDE, "B1B1B1B1/8/8/8/5k2/3nn3/8/8 b - - 0 1", true, true},
        {RK_HORDE, "B1BN4/8/8/8/5k2/8/8/8 b - - 0 1", true, true},
    };
    check_material(rows, sizeof rows / sizeof *rows);
}

/* Puts the pieces of a list around a king in the corner or at the edge: pieces that matter for a
 * mate are near it. */
static rk_position random_horde(const char *pieces, struct prng *prng)
{
    rk_position pos = rk_position_empty(RK_HORDE);
    pos.turn = RK_BLACK;
    const int king_file = (int)prng_below(prng, 4), king_rank = (int)prng_below(prng, 2);
    rk_position_put(&pos, rk_square_at(king_file, king_rank), (rk_piece){RK_KING, RK_BLACK});
    for (; *pieces; pieces++) {
        rk_piece piece;
        assert_true(rk_piece_from_letter(*pieces, &piece));
        const bool near = piece.side == RK_BLACK && prng_below(prng, 8);
        const int files = near ? king_file + 2 : 8, ranks = near ? king_rank + 2 : 8;
        const rk_square square = rk_square_at((int)prng_below(prng, (unsigned)files),
                                              (int)prng_below(prng, (unsigned)ranks));
        if ((pos.by[RK_WHITE] | pos.by[RK_BLACK]) >> square & 1)
            return rk_position_empty(RK_HORDE);
        rk_position_put(&pos, square, piece);
    }
    return pos;
}

/* Returns true if some move of White without a capture or promotion leads here, so that the
 * position before it has the same material. */
static bool was_moved_to(const rk_position *pos)
{
    for (rk_square to = 0; to < RK_SQUARE_COUNT; to++) {
        if (!(pos->by[RK_WHITE] >> to & 1))
            continue;
        for (rk_square from = 0; from < RK_SQUARE_COUNT; from++) {
            rk_position before = *pos;
            if ((pos->by[RK_WHITE] | pos->by[RK_BLACK]) >> from & 1)
                continue;
            before.turn = RK_WHITE;
            rk_position_put(&before, from, rk_position_at(pos, to));
            rk_position_put(&before, to, (rk_piece){RK_NO_KIND, RK_WHITE});
            if (!rk_position_validate(&before) &&
                rk_moves_legal(&before, rk_move_make(from, to, RK_PLAIN)))
                return true;
        }
    }
    return false;
}

static void no_mate_exists_with_material_that_cannot_win(void **state)
{
    (void)state;
    static const char *const hordes[] = {"Q", "R", "N", "B", "RB", "NN", "BB", "BN", "BBN", "BBB"};
    static const char kinds[] = "qrbnp";
    struct prng prng = {7};
    size_t cannot = 0, mates = 0;
    for (unsigned n = 0; n < HORDE_SAMPLES; n++) {
        char pieces[16];
        size_t size = strlen(strcpy(pieces, hordes[prng_below(&prng, 10)]));
        for (unsigned men = prng_below(&prng, 5); men; men--)
            pieces[size++] = kinds[prng_below(&prng, 5)];
        pieces[size] = '\0';
        rk_position pos = random_horde(pieces, &prng);
        if (rk_position_validate(&pos))
            continue;
        const bool mate = end_of(pos) == RK_CHECKMATE && was_moved_to(&pos);
        cannot += !rk_position_can_win(&pos, RK_WHITE);
        mates += mate;
        if (mate && !rk_position_can_win(&pos, RK_WHITE)) {
            char fen[RK_FEN_MAX];
            rk_fen_write(&pos, RK_FEN_PLAIN, fen);
            fail_msg("White has mated, but the material says it cannot: %s", fen);
        }
    }
    assert_true(cannot > HORDE_SAMPLES / 10 && mates > 100);
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
    cmocka_unit_test(a_knight_each_in_antichess_can_win_for_one_side_only),
    cmocka_unit_test(the_horde_cannot_win_with_too_few_pieces),
    cmocka_unit_test(no_mate_exists_with_material_that_cannot_win),
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
