/* SPDX-License-Identifier: MIT */
/* Compares the attack lookups with the slow generator, and tests the table of kinds. */
#include "rules/attacks.h"

#include <string.h>

#include "rules/slow_attacks.h"
#include "support/board.h"

enum { BOARDS = 20000, REACH_MAX = 7 };

static uint64_t slow_attacks_by(rk_kind kind, int from, uint64_t occupied)
{
    uint64_t set = 0;
    if (movement_of[kind] & RK_DIAGONAL)
        set |= slow_diagonal_attacks(from, occupied, REACH_MAX);
    if (movement_of[kind] & RK_STRAIGHT)
        set |= slow_straight_attacks(from, occupied, REACH_MAX);
    if (movement_of[kind] & RK_LEAPS)
        set |= slow_leap_attacks(from);
    if (movement_of[kind] & RK_STEPS)
        set |= slow_step_attacks(from);
    return set;
}

// The boards range from nearly empty to nearly full.
static uint64_t random_occupancy(struct prng *prng)
{
    const uint64_t word = prng_next(prng);
    switch (prng_below(prng, 5)) {
    case 0:
        return word & prng_next(prng) & prng_next(prng);
    case 1:
        return word & prng_next(prng);
    case 2:
        return word | prng_next(prng);
    case 3:
        return word | prng_next(prng) | prng_next(prng);
    default:
        return word;
    }
}

static void lookups_match_the_slow_generator_for_every_kind_and_square(void **state)
{
    (void)state;
    struct prng prng = {1};
    for (int i = 0; i < BOARDS; i++) {
        const uint64_t occupied = random_occupancy(&prng);
        for (int from = 0; from < 64; from++)
            for (unsigned kind = 0; kind < RK_KIND_COUNT; kind++)
                if (attacks((rk_kind)kind, from, occupied) !=
                    slow_attacks_by((rk_kind)kind, from, occupied))
                    fail_msg("a %s on square %d of board %d", rk_kind_name((rk_kind)kind), from, i);
    }
}

static void lookups_match_on_the_empty_and_the_full_board(void **state)
{
    (void)state;
    for (int from = 0; from < 64; from++)
        for (unsigned kind = 0; kind < RK_KIND_COUNT; kind++) {
            const rk_kind k = (rk_kind)kind;
            assert_int_equal(attacks(k, from, 0), slow_attacks_by(k, from, 0));
            assert_int_equal(attacks(k, from, ALL_SQUARES), slow_attacks_by(k, from, ALL_SQUARES));
        }
}

static void a_piece_does_not_block_itself(void **state)
{
    (void)state;
    struct prng prng = {2};
    for (int i = 0; i < BOARDS; i++) {
        const uint64_t occupied = random_occupancy(&prng);
        const int from = (int)prng_below(&prng, 64);
        assert_int_equal(attacks(RK_QUEEN, from, occupied | bit(from)),
                         attacks(RK_QUEEN, from, occupied & ~bit(from)));
    }
}

static void a_slider_stops_at_the_first_piece(void **state)
{
    (void)state;
    const uint64_t pieces = squares(". . . x . . . ."
                                    ". . . x . . . ."
                                    ". . . . . . . ."
                                    ". . . . . x . ."
                                    "x x . . . . . x"
                                    ". . . . . . . ."
                                    ". x . . . . . ."
                                    ". . . x . . . .");
    assert_int_equal(attacks(RK_ROOK, square_named("d4"), pieces), squares(". . . . . . . ."
                                                                           ". . . x . . . ."
                                                                           ". . . x . . . ."
                                                                           ". . . x . . . ."
                                                                           ". x x . x x x x"
                                                                           ". . . x . . . ."
                                                                           ". . . x . . . ."
                                                                           ". . . x . . . ."));
    assert_int_equal(attacks(RK_BISHOP, square_named("d4"), pieces), squares(". . . . . . . x"
                                                                             "x . . . . . x ."
                                                                             ". x . . . x . ."
                                                                             ". . x . x . . ."
                                                                             ". . . . . . . ."
                                                                             ". . x . x . . ."
                                                                             ". x . . . x . ."
                                                                             ". . . . . . x ."));
}

static void knights_and_kings_do_not_leave_the_board(void **state)
{
    (void)state;
    assert_int_equal(attacks(RK_KNIGHT, square_named("h8"), 0), squares(". . . . . . . ."
                                                                        ". . . . . x . ."
                                                                        ". . . . . . x ."
                                                                        ". . . . . . . ."
                                                                        ". . . . . . . ."
                                                                        ". . . . . . . ."
                                                                        ". . . . . . . ."
                                                                        ". . . . . . . ."));
    assert_int_equal(attacks(RK_KING, square_named("a4"), 0), squares(". . . . . . . ."
                                                                      ". . . . . . . ."
                                                                      ". . . . . . . ."
                                                                      "x x . . . . . ."
                                                                      ". x . . . . . ."
                                                                      "x x . . . . . ."
                                                                      ". . . . . . . ."
                                                                      ". . . . . . . ."));
}

static void an_amazon_attacks_like_a_queen_and_a_knight(void **state)
{
    (void)state;
    struct prng prng = {3};
    for (int i = 0; i < BOARDS; i++) {
        const uint64_t occupied = random_occupancy(&prng);
        const int from = (int)prng_below(&prng, 64);
        assert_int_equal(attacks(RK_AMAZON, from, occupied),
                         attacks(RK_QUEEN, from, occupied) | attacks(RK_KNIGHT, from, occupied));
    }
}

static void attacks_are_symmetric(void **state)
{
    (void)state;
    struct prng prng = {4};
    for (int i = 0; i < BOARDS; i++) {
        const uint64_t occupied = random_occupancy(&prng);
        const int a = (int)prng_below(&prng, 64), b = (int)prng_below(&prng, 64);
        for (unsigned kind = 0; kind < RK_KIND_COUNT; kind++)
            assert_int_equal(attacks((rk_kind)kind, a, occupied) >> b & 1,
                             attacks((rk_kind)kind, b, occupied) >> a & 1);
    }
}

static void every_piece_has_its_own_letter(void **state)
{
    (void)state;
    char seen[2 * RK_KIND_COUNT + 1] = "";
    for (unsigned kind = 0; kind < RK_KIND_COUNT; kind++)
        for (unsigned side = 0; side < 2; side++) {
            const rk_piece piece = {(rk_kind)kind, (rk_side)side};
            const char letter = rk_piece_letter(piece);
            assert_null(strchr(seen, letter));
            seen[2 * kind + side] = letter;
            rk_piece read;
            assert_true(rk_piece_from_letter(letter, &read));
            assert_int_equal(read.kind, kind);
            assert_int_equal(read.side, side);
        }
}

static void an_unknown_letter_is_rejected_and_changes_nothing(void **state)
{
    (void)state;
    for (int letter = -128; letter < 128; letter++) {
        rk_piece piece = {RK_QUEEN, RK_BLACK};
        const bool known = letter > 0 && strchr("PNBRQKApnbrqka", letter);
        assert_int_equal(rk_piece_from_letter((char)letter, &piece), known);
        if (!known)
            assert_true(piece.kind == RK_QUEEN && piece.side == RK_BLACK);
    }
}

static void sides_and_kinds_have_names(void **state)
{
    (void)state;
    assert_string_equal(rk_side_name(RK_WHITE), "white");
    assert_string_equal(rk_side_name(RK_BLACK), "black");
    assert_string_equal(rk_kind_name(RK_AMAZON), "amazon");
    assert_string_equal(rk_kind_name(RK_PAWN), "pawn");
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(lookups_match_the_slow_generator_for_every_kind_and_square),
    cmocka_unit_test(lookups_match_on_the_empty_and_the_full_board),
    cmocka_unit_test(a_piece_does_not_block_itself),
    cmocka_unit_test(a_slider_stops_at_the_first_piece),
    cmocka_unit_test(knights_and_kings_do_not_leave_the_board),
    cmocka_unit_test(an_amazon_attacks_like_a_queen_and_a_knight),
    cmocka_unit_test(attacks_are_symmetric),
    cmocka_unit_test(every_piece_has_its_own_letter),
    cmocka_unit_test(an_unknown_letter_is_rejected_and_changes_nothing),
    cmocka_unit_test(sides_and_kinds_have_names),
};

int main(void)
{
    return cmocka_run_group_tests(tests, NULL, NULL);
}
