/* SPDX-License-Identifier: MIT */
/* Weaker play: it depends on the seed alone, grows with the level, and is no suicide. */
#include "engine/levels.h"

#include "rookery/fen.h"
#include "rookery/outcome.h"
#include "support/thinker.h"

enum { PLIES_MAX = 300, GAMES = 6 };

static void the_higher_the_level_the_smaller_the_handicap(void **state)
{
    (void)state;
    struct handicap before = handicap_of(RK_ELO_MIN);
    assert_true(before.nodes > 0 && before.blur > 0 && before.oversight > 0);
    for (unsigned elo = RK_ELO_MIN + 1; elo <= RK_ELO_MAX; elo++) {
        const struct handicap now = handicap_of(elo);
        assert_true(now.nodes >= before.nodes);
        assert_true(now.blur <= before.blur);
        assert_true(now.oversight <= before.oversight);
        before = now;
    }
    assert_int_equal(handicap_of(0).nodes, 0);
    assert_int_equal(handicap_of(100).nodes, handicap_of(RK_ELO_MIN).nodes);
    assert_int_equal(handicap_of(9000).nodes, handicap_of(RK_ELO_MAX).nodes);
}

static void levels_are_in_order_and_within_the_range(void **state)
{
    (void)state;
    for (unsigned level = 1; level <= RK_LEVEL_COUNT; level++) {
        assert_true(rk_level_elo(level) >= RK_ELO_MIN && rk_level_elo(level) <= RK_ELO_MAX);
        assert_true(level == 1 || rk_level_elo(level) > rk_level_elo(level - 1));
    }
    assert_int_equal(rk_level_elo(0), rk_level_elo(1));
    assert_int_equal(rk_level_elo(99), rk_level_elo(RK_LEVEL_COUNT));
}

static void errors_are_small_more_often_than_large_and_even(void **state)
{
    (void)state;
    const struct handicap handicap = {.nodes = 1, .blur = 100};
    struct chance chance = {5};
    int64_t sum = 0;
    unsigned small = 0;
    for (unsigned i = 0; i < 10000; i++) {
        const int error = handicap_error(&handicap, 1, chance_word(&chance));
        assert_true(error >= -100 && error <= 100);
        sum += error;
        small += error >= -50 && error <= 50;
    }
    assert_true(sum > -30000 && sum < 30000);
    assert_true(small > 6500);
}

static void the_same_seed_plays_the_same_moves(void **state)
{
    (void)state;
    const rk_position pos =
        position("r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 w kq - 0 1");
    unsigned kinds = 0;
    rk_move first = RK_NO_MOVE;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        rk_engine *const a = weak_thinker(900, seed), *const b = weak_thinker(900, seed);
        const rk_move one = think(a, pos, (rk_search_limits){.depth = 20}).best;
        const rk_move two = think(b, pos, (rk_search_limits){.depth = 20}).best;
        assert_int_equal(one, two);
        kinds += seed > 1 && one != first;
        first = seed == 1 ? one : first;
        rk_engine_destroy(a);
        rk_engine_destroy(b);
    }
    assert_true(kinds > 0); // and another seed sometimes others
}

static void a_beginner_still_mates_in_one_and_takes_a_queen(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 10; seed++) {
        rk_engine *const engine = weak_thinker(rk_level_elo(1), seed);
        const rk_position mate = position("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1");
        const rk_position queen = position("4k3/pp3ppp/8/3q4/4P3/8/PP3PPP/4K3 w - - 0 1");
        const rk_search_limits limits = {.depth = 10};
        assert_int_equal(think(engine, mate, limits).best, move(&mate, "d1d8"));
        assert_int_equal(think(engine, queen, limits).best, move(&queen, "e4d5"));
        rk_engine_destroy(engine);
    }
}

/* Points of the stronger of two, doubled. */
static unsigned points_of(rk_engine *strong, rk_engine *weak, bool strong_is_white)
{
    rk_position positions[PLIES_MAX + 1];
    size_t count = 0;
    positions[count++] = rk_position_start(RK_STANDARD);
    while (count <= PLIES_MAX && rk_repetitions(positions, count) < 3 &&
           rk_position_outcome(&positions[count - 1]).end == RK_NOT_OVER) {
        rk_position pos = positions[count - 1];
        rk_engine *const mover = (pos.turn == RK_WHITE) == strong_is_white ? strong : weak;
        rk_search_result result;
        rk_engine_search(mover, positions, count, &(rk_search_limits){.depth = 30}, NULL, NULL,
                         &result);
        assert_true(rk_moves_legal(&pos, result.best));
        rk_memo undo;
        rk_position_apply(&pos, result.best, &undo);
        positions[count++] = pos;
    }
    const rk_winner winner = rk_position_outcome(&positions[count - 1]).winner;
    return winner == RK_NOBODY_WINS ? 1 : (winner == RK_WHITE_WINS) == strong_is_white ? 2 : 0;
}

static void three_levels_up_wins_the_match(void **state)
{
    (void)state;
    for (unsigned level = 1; level + 3 <= 7; level += 3) {
        unsigned points = 0;
        for (unsigned game = 0; game < GAMES; game++) {
            rk_engine *const strong = weak_thinker(rk_level_elo(level + 3), game + 1);
            rk_engine *const weak = weak_thinker(rk_level_elo(level), game + 100);
            points += points_of(strong, weak, game % 2);
            rk_engine_destroy(strong);
            rk_engine_destroy(weak);
        }
        assert_true(points > GAMES);
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(the_higher_the_level_the_smaller_the_handicap),
    cmocka_unit_test(levels_are_in_order_and_within_the_range),
    cmocka_unit_test(errors_are_small_more_often_than_large_and_even),
    cmocka_unit_test(the_same_seed_plays_the_same_moves),
    cmocka_unit_test(a_beginner_still_mates_in_one_and_takes_a_queen),
    cmocka_unit_test(three_levels_up_wins_the_match),
};

int main(void)
{
    return cmocka_run_group_tests(tests, NULL, NULL);
}
