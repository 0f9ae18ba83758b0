/* SPDX-License-Identifier: MIT */
/* Known endgames: drawn ones score zero, won ones are won in play. */
#include "engine/endgames.h"

#include <stdlib.h>

#include "engine/evaluate.h"
#include "rookery/engine.h"
#include "rookery/outcome.h"
#include "support/board.h"

static int score(const char *fen)
{
    const rk_position pos = position(fen);
    return evaluate(NULL, &pos);
}

static void drawn_endgames_score_zero(void **state)
{
    (void)state;
    static const char *const drawn[] = {
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",    "4k3/8/8/8/8/8/8/3BK3 w - - 0 1",
        "4k3/8/8/8/8/8/8/3NK3 b - - 0 1",   "4k3/8/8/8/8/8/8/2NNK3 w - - 0 1",
        "4kb2/8/8/8/8/8/8/3BK3 w - - 0 1",  "4kn2/8/8/8/8/8/8/3BK3 b - - 0 1",
        "4k3/8/8/8/8/8/8/1B1BK3 w - - 0 1", "k7/8/8/8/8/8/P7/4K1B1 w - - 0 1",
        "8/k7/8/P7/8/8/8/4K3 b - - 0 1",    "k7/2Q5/8/8/8/8/8/4K3 b - - 0 1",
        "7k/8/8/8/7P/7P/8/4KB2 b - - 0 1",  "8/8/8/3k4/8/3K4/3P4/8 w - - 0 1",
    };
    for (size_t i = 0; i < sizeof drawn / sizeof *drawn; i++) {
        const int found = score(drawn[i]);
        if (abs(found) > 20)
            fail_msg("%s scores %d", drawn[i], found);
    }
}

static void lone_king_scores_worse_at_the_edge(void **state)
{
    (void)state;
    const int centre = score("8/8/8/3k4/8/8/8/R3K3 w - - 0 1");
    const int edge = score("3k4/8/8/8/8/8/8/R3K3 w - - 0 1");
    const int near = score("3k4/8/3K4/8/8/8/8/R7 w - - 0 1");
    assert_true(KNOWN_WIN < centre && centre < edge && edge < near);
}

static void bishop_and_knight_prefer_the_corner_of_the_bishop(void **state)
{
    (void)state;
    assert_true(score("7k/8/5K2/8/8/8/8/2B2N2 w - - 0 1") >
                score("k7/8/2K5/8/8/8/8/2B2N2 w - - 0 1") + 200);
    assert_true(score("k7/8/2K5/8/8/8/8/5BN1 w - - 0 1") >
                score("7k/8/5K2/8/8/8/8/5BN1 w - - 0 1") + 200);
}

static int scale_for(const char *fen, const struct material material[2])
{
    const rk_position pos = position(fen);
    return endgame_scale(&pos, material, RK_WHITE);
}

static void opposite_coloured_bishops_reduce_an_advantage(void **state)
{
    (void)state;
    const struct material material[2] = {
        {.of = {[RK_PAWN] = 3, [RK_BISHOP] = 1}, .pieces = 1, .value = 3},
        {.of = {[RK_PAWN] = 2, [RK_BISHOP] = 1}, .pieces = 1, .value = 3}};
    assert_true(2 * scale_for("4k3/5bpp/8/8/8/8/3B1PPP/4K3 w - - 0 1", material) <
                scale_for("4k3/4b1pp/8/8/8/8/3B1PPP/4K3 w - - 0 1", material));
}

static void rook_against_minor_piece_is_nearly_drawn(void **state)
{
    (void)state;
    assert_true(abs(score("4k3/4b3/8/8/8/8/8/R3K3 w - - 0 1")) < 120);
    assert_true(abs(score("4k3/4n3/8/8/8/8/8/R3K3 w - - 0 1")) < 120);
    assert_true(abs(score("4k3/4r3/8/8/8/8/8/RB2K3 w - - 0 1")) < 150);
    assert_true(score("4k3/4r3/8/8/8/8/8/Q3K3 w - - 0 1") > 300);
}

static void queen_beats_a_pawn_except_some_on_the_seventh_rank(void **state)
{
    (void)state;
    assert_true(score("8/8/8/8/8/8/3pk3/K6Q w - - 0 1") > 600);
    assert_true(score("8/K7/8/8/8/8/2pk4/7Q w - - 0 1") < 200);
    assert_true(score("8/8/8/8/8/2p5/3k4/K6Q w - - 0 1") > 600);
}

static void rook_beats_a_pawn_whose_king_is_far_away(void **state)
{
    (void)state;
    assert_true(score("7k/8/8/8/1p6/8/1K6/6R1 w - - 0 1") > 300);
    assert_true(score("8/8/7K/8/8/1k6/1p6/7R b - - 0 1") > -150);
}

// ---- in play ---------------------------------------------------------------------------------

static int64_t no_time(void *context)
{
    (void)context;
    return 0;
}

/* The engine plays both sides. True if White mates within the fifty-move rule. */
static bool mates(const char *fen, uint64_t nodes)
{
    enum { PLIES = 140 };
    static rk_position positions[PLIES + 1];
    const rk_engine_options options = {.hash_mib = 16, .threads = 1, .now = no_time};
    const rk_search_limits limits = {.nodes = nodes};
    rk_engine *engine;
    assert_int_equal(rk_engine_create(&options, &engine), RK_OK);
    positions[0] = position(fen);
    size_t count = 1;
    while (count <= PLIES && rk_position_outcome(&positions[count - 1]).end == RK_NOT_OVER &&
           !rk_position_fifty_moves(&positions[count - 1])) {
        rk_search_result found;
        rk_undo undo;
        rk_engine_search(engine, positions, count, &limits, NULL, NULL, &found);
        positions[count] = positions[count - 1];
        rk_position_apply(&positions[count++], found.best, &undo);
    }
    rk_engine_destroy(engine);
    const rk_outcome outcome = rk_position_outcome(&positions[count - 1]);
    return outcome.end == RK_CHECKMATE && outcome.winner == RK_WHITE_WINS;
}

static void won_endgames_are_won_in_play(void **state)
{
    (void)state;
    static const char *const won[] = {
        "8/8/8/4k3/8/8/8/3QK3 w - - 0 1",   "8/8/8/3k4/8/8/8/R3K3 w - - 0 1",
        "8/8/8/3k4/8/8/8/2B1KB2 w - - 0 1", "8/8/8/3k4/8/8/8/2B1K1N1 w - - 0 1",
        "8/8/8/3k4/8/8/8/1N2KB2 w - - 0 1", "8/8/8/3k4/8/3K4/3P4/8 b - - 0 1",
    };
    for (size_t i = 0; i < sizeof won / sizeof *won; i++)
        if (!mates(won[i], 10000))
            fail_msg("%s was not won", won[i]);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(drawn_endgames_score_zero),
    cmocka_unit_test(lone_king_scores_worse_at_the_edge),
    cmocka_unit_test(bishop_and_knight_prefer_the_corner_of_the_bishop),
    cmocka_unit_test(opposite_coloured_bishops_reduce_an_advantage),
    cmocka_unit_test(rook_against_minor_piece_is_nearly_drawn),
    cmocka_unit_test(queen_beats_a_pawn_except_some_on_the_seventh_rank),
    cmocka_unit_test(rook_beats_a_pawn_whose_king_is_far_away),
    cmocka_unit_test(won_endgames_are_won_in_play),
};

int main(void)
{
    return cmocka_run_group_tests(tests, NULL, NULL);
}
