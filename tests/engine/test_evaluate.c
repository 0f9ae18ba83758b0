/* SPDX-License-Identifier: MIT */
/* The static evaluation: symmetric, bounded, and right about basic principles. */
#include "engine/evaluate.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "engine/network.h"
#include "rookery/engine.h"
#include "rookery/fen.h"
#include "rules/bits.h"
#include "support/board.h"

static struct evaluator *evaluator_from(void **state)
{
    return *state;
}

static int create_evaluator(void **state)
{
    *state = evaluator_create(&network_default);
    return *state ? 0 : -1;
}

static int destroy_evaluator(void **state)
{
    evaluator_destroy(*state);
    return 0;
}

static int score(void **state, const char *fen)
{
    const rk_position pos = position(fen);
    return evaluate(evaluator_from(state), &pos);
}

static int score_of(void **state, rk_variant variant, const char *fen)
{
    const rk_position pos = position_of(variant, fen);
    return evaluate(evaluator_from(state), &pos);
}

/* The position with colours exchanged and ranks mirrored. Racing kings, where both sides run in the
 * same direction, mirrors files instead. */
static uint64_t mirror(uint64_t set, bool mirrors_files)
{
    if (!mirrors_files)
        return __builtin_bswap64(set);
    uint64_t out = 0;
    for (; set; set = without_lsb(set))
        out |= bit(lsb(set) ^ 7);
    return out;
}

static rk_position swap_colours(const rk_position *pos)
{
    const bool mirrors_files = pos->variant == RK_RACING_KINGS;
    rk_position out = *pos;
    for (unsigned kind = 0; kind < RK_KIND_COUNT; kind++)
        out.of[kind] = mirror(pos->of[kind], mirrors_files);
    out.castling = mirror(pos->castling, mirrors_files);
    out.promoted = mirror(pos->promoted, mirrors_files);
    for (unsigned side = 0; side < 2; side++) {
        out.by[side] = mirror(pos->by[side ^ 1], mirrors_files);
        out.checks_left[side] = pos->checks_left[side ^ 1];
        for (unsigned kind = 0; kind < RK_KIND_COUNT; kind++)
            out.pocket[side][kind] = pos->pocket[side ^ 1][kind];
    }
    out.turn = pos->turn ^ 1;
    if (pos->en_passant != RK_NO_SQUARE)
        out.en_passant = pos->en_passant ^ 56;
    return out;
}

/* Visits the positions of random games, which are more unusual than those of real ones. */
static void walk_games(rk_variant variant, unsigned games, void **state,
                       void (*visit)(void **state, const rk_position *pos))
{
    struct prng prng = {variant + 1};
    for (unsigned game = 0; game < games; game++) {
        rk_position pos = rk_position_start(variant);
        for (unsigned ply = 0; ply < 200; ply++) {
            rk_move moves[RK_MOVES_MAX];
            rk_undo undo;
            const size_t moves_count = rk_moves_list(&pos, moves);
            if (!moves_count)
                break;
            if (!rk_position_in_check(&pos))
                visit(state, &pos);
            rk_position_apply(&pos, moves[prng_below(&prng, (unsigned)moves_count)], &undo);
        }
    }
}

// ---- properties ------------------------------------------------------------------------------

static void expect_symmetry(void **state, const rk_position *pos)
{
    const rk_position changed = swap_colours(pos);
    assert_int_equal(evaluate(evaluator_from(state), pos),
                     evaluate(evaluator_from(state), &changed));
}

static void evaluation_is_symmetric(void **state)
{
    for (unsigned variant = 0; variant < RK_VARIANT_COUNT; variant++)
        if (variant != RK_HORDE)
            walk_games((rk_variant)variant, 60, state, expect_symmetry);
}

static void expect_bounds(void **state, const rk_position *pos)
{
    const int found = evaluate(evaluator_from(state), pos);
    assert_in_range(found + RK_TABLE_WIN / 2 + 10000, 0, RK_TABLE_WIN + 20000);
    assert_true(abs(found) < RK_TABLE_WIN - 1000);
}

static void evaluation_stays_below_mate_scores(void **state)
{
    for (unsigned variant = 0; variant < RK_VARIANT_COUNT; variant++)
        walk_games((rk_variant)variant, 20, state, expect_bounds);
    static const char *const crowds[] = {
        "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQ1K/7k w - - 0 1",
        "k7/8/8/8/8/QQQQQQQ1/QQQQQQQ1/K7 w - - 0 1",
        "k7/8/8/8/8/8/RRRRRRR1/K7 w - - 0 1",
    };
    for (size_t i = 0; i < sizeof crowds / sizeof *crowds; i++) {
        rk_position pos;
        rk_fault fault;
        if (!rk_fen_parse(crowds[i], strlen(crowds[i]), RK_STANDARD, RK_FEN_PLAIN, &pos, &fault))
            expect_bounds(state, &pos);
    }
}

static void expect_uncached_score(void **state, const rk_position *pos)
{
    assert_int_equal(evaluate(evaluator_from(state), pos), evaluate(NULL, pos));
}

static void caches_do_not_change_scores(void **state)
{
    walk_games(RK_STANDARD, 100, state, expect_uncached_score);
    evaluator_clear(evaluator_from(state));
    walk_games(RK_STANDARD, 20, state, expect_uncached_score);
}

static void evaluation_allocates_no_memory(void **state)
{
    const size_t before = mallinfo2().uordblks;
    walk_games(RK_STANDARD, 5, state, expect_bounds);
    walk_games(RK_CRAZYHOUSE, 5, state, expect_bounds);
    assert_int_equal(mallinfo2().uordblks, before);
}

// ---- principles ------------------------------------------------------------------------------

static void start_position_scores_the_tempo_bonus(void **state)
{
    const int found = score(state, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert_in_range(found, 1, 60);
}

static void more_material_is_better(void **state)
{
    static const char *const less[] = {"rnbqkbnr/pppp1ppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                                       "rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                                       "rn1qkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                                       "rnbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQq - 0 1",
                                       "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"};
    int before = 50;
    for (size_t i = 0; i < sizeof less / sizeof *less; i++) {
        assert_true(score(state, less[i]) > before);
        before = i == 2 ? 350 : before + 30;
    }
}

struct choice {
    const char *better, *worse, *why;
};

static void positional_terms_have_the_right_sign(void **state)
{
    static const struct choice choices[] = {
        {"4k3/pppppppp/8/8/8/8/PPPPPPPP/1N2K3 w - - 0 1",
         "4k3/pppppppp/8/8/8/8/PPPPPPPP/N3K3 w - - 0 1", "a knight in the corner"},
        {"r4rk1/ppp2ppp/8/8/8/8/PPP2PPP/3R1RK1 w - - 0 1",
         "r4rk1/ppp2ppp/8/8/8/8/PPP2PPP/R4RK1 w - - 0 1", "a rook on an open file"},
        {"r5k1/5ppp/3P4/8/8/8/5PPP/R5K1 w - - 0 1", "r5k1/5ppp/8/8/8/3P4/5PPP/R5K1 w - - 0 1",
         "a passed pawn far ahead"},
        {"r3k3/5pp1/8/8/8/1P6/2P5/4K2R w - - 0 1", "r3k3/5pp1/8/8/8/2P5/2P5/4K2R w - - 0 1",
         "pawns side by side, not doubled"},
        {"r2q1rk1/ppp2ppp/2n2n2/8/8/2N2N2/PPP2PPP/R2Q1RK1 w - - 0 1",
         "r2q1rk1/ppp2ppp/2n2n2/8/8/2N2N2/PPPK1PPP/R2Q3R w - - 0 1", "a castled king"},
    };
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++)
        if (score(state, choices[i].better) <= score(state, choices[i].worse))
            fail_msg("%s is not better", choices[i].why);
}

static void advantage_shrinks_with_the_halfmove_clock(void **state)
{
    const int fresh = score(state, "r3k3/ppp5/8/8/8/8/PPP5/R2QK3 w - - 0 60");
    const int stale = score(state, "r3k3/ppp5/8/8/8/8/PPP5/R2QK3 w - - 90 105");
    assert_true(stale > 0 && stale < fresh * 2 / 3);
}

// ---- variants --------------------------------------------------------------------------------

static void variants_score_their_goals(void **state)
{
    assert_true(score_of(state, RK_THREE_CHECK,
                         "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 1+3 0 1") > 200);
    assert_true(score_of(state, RK_KING_OF_THE_HILL, "4k3/8/8/8/8/3K4/8/8 w - - 0 1") > 50);
    assert_true(score_of(state, RK_CRAZYHOUSE,
                         "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Q] w KQkq - 0 1") > 1500);
    assert_true(score_of(state, RK_RACING_KINGS, "8/1K6/8/8/8/6k1/8/8 w - - 0 1") > 300);
    assert_true(score_of(state, RK_ANTICHESS, "8/8/8/8/8/8/PPPPPPPP/4k3 b - - 0 1") > 300);
    assert_true(score_of(state, RK_ATOMIC,
                         "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1") > 500);
    assert_true(score_of(state, RK_HORDE, "4k3/8/8/8/8/8/8/P7 b - - 0 1") > -200);
    assert_true(score_of(state, RK_AMAZON_CHESS,
                         "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBAKBNR w KQkq - 0 1") > 800);
}

static void every_variant_has_piece_values(void **state)
{
    (void)state;
    for (unsigned variant = 0; variant < RK_VARIANT_COUNT; variant++)
        for (unsigned kind = RK_KNIGHT; kind <= RK_QUEEN; kind++)
            assert_true((kind_value((rk_variant)variant, (rk_kind)kind) < 0) ==
                        (variant == RK_ANTICHESS));
    assert_true(kind_value(RK_AMAZON_CHESS, RK_AMAZON) > kind_value(RK_AMAZON_CHESS, RK_QUEEN));
    assert_int_equal(kind_value(RK_STANDARD, RK_NO_KIND), 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, create_evaluator, destroy_evaluator)
    const struct CMUnitTest tests[] = {
        TEST(evaluation_is_symmetric),
        TEST(evaluation_stays_below_mate_scores),
        TEST(caches_do_not_change_scores),
        TEST(evaluation_allocates_no_memory),
        TEST(start_position_scores_the_tempo_bonus),
        TEST(more_material_is_better),
        TEST(positional_terms_have_the_right_sign),
        TEST(advantage_shrinks_with_the_halfmove_clock),
        TEST(variants_score_their_goals),
        TEST(every_variant_has_piece_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
