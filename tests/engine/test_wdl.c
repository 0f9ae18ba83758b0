/* SPDX-License-Identifier: MIT */
/* The chances to win, draw and lose: consistent for every score and material, and those of games.
 * */
#include "engine/wdl.h"

#include "rookery/engine.h"
#include "support/board.h"

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

static const char *const positions[] = {
    START,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/5pk1/4p1p1/3pP2p/3P1P1P/1R4PK/r7/8 w - - 6 45",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/8/4k3/3n1p2/3P1P2/4KN2/8/8 w - - 0 60",
    "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
    "8/8/4k3/8/8/4K3/8/8 w - - 0 1",
    "qqqqkqqq/8/8/8/8/8/8/QQQQKQQQ w - - 0 1", // more material than any row
};

enum { POSITIONS = sizeof positions / sizeof *positions };

struct wdl {
    unsigned win, draw, loss;
};

static struct wdl convert(int score, const char *fen)
{
    const rk_position pos = position(fen);
    struct wdl wdl;
    score_to_wdl(score, &pos, &wdl.win, &wdl.draw, &wdl.loss);
    return wdl;
}

static void chances_add_up_and_rise_with_the_score(void **state)
{
    (void)state;
    for (size_t i = 0; i < POSITIONS; i++) {
        struct wdl last = convert(-RK_MATE, positions[i]);
        for (int score = -RK_MATE; score <= RK_MATE;
             score += score < -2000 || score > 2000 ? 37 : 1) {
            const struct wdl wdl = convert(score, positions[i]);
            assert_int_equal(wdl.win + wdl.draw + wdl.loss, 1000);
            assert_true(wdl.win <= 1000 && wdl.draw <= 1000 && wdl.loss <= 1000);
            assert_true(wdl.win >= last.win && wdl.loss <= last.loss);
            last = wdl;
        }
    }
}

static void chances_of_both_sides_mirror_each_other(void **state)
{
    (void)state;
    for (size_t i = 0; i < POSITIONS; i++)
        for (int score = 0; score <= 3000; score++) {
            const struct wdl ours = convert(score, positions[i]);
            const struct wdl theirs = convert(-score, positions[i]);
            assert_int_equal(ours.win, theirs.loss);
            assert_int_equal(ours.draw, theirs.draw);
        }
}

static void mates_and_endgame_tables_are_certain(void **state)
{
    (void)state;
    static const int scores[] = {RK_MATE, RK_MATE - 1, RK_MATE_IN_MAX, RK_TABLE_WIN,
                                 RK_TABLE_WIN - 120};
    for (size_t i = 0; i < sizeof scores / sizeof *scores; i++) {
        assert_int_equal(convert(scores[i], START).win, 1000);
        assert_int_equal(convert(-scores[i], START).loss, 1000);
    }
}

/* The engine gives White 10 to 45 centipawns there, and draws 49 % of the games with itself. */
static void nearly_half_of_the_games_are_drawn_from_the_start(void **state)
{
    (void)state;
    for (int score = 10; score <= 45; score++) {
        const struct wdl wdl = convert(score, START);
        assert_in_range(wdl.draw, 400, 520);
        assert_true(wdl.win > wdl.loss);
    }
}

static void equal_endgames_are_drawn_more_often(void **state)
{
    (void)state;
    const unsigned opening = convert(0, START).draw, endgame = convert(0, positions[4]).draw;
    assert_true(endgame > opening);
    assert_true(endgame > 900);
}

static void material_counts_the_pieces_of_both_sides(void **state)
{
    (void)state;
    static const int material[POSITIONS] = {78, 78, 20, 16, 9, 1, 0, WDL_MATERIAL_MAX};
    for (size_t i = 0; i < POSITIONS; i++) {
        const rk_position pos = position(positions[i]);
        assert_int_equal(wdl_material(&pos), material[i]);
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(chances_add_up_and_rise_with_the_score),
    cmocka_unit_test(chances_of_both_sides_mirror_each_other),
    cmocka_unit_test(mates_and_endgame_tables_are_certain),
    cmocka_unit_test(nearly_half_of_the_games_are_drawn_from_the_start),
    cmocka_unit_test(equal_endgames_are_drawn_more_often),
    cmocka_unit_test(material_counts_the_pieces_of_both_sides),
};

int main(void)
{
    return cmocka_run_group_tests(tests, NULL, NULL);
}
