/* SPDX-License-Identifier: MIT */
/* Weakened play: deterministic for a seed, stronger with the level, and never absurd. */
#include "engine/levels.h"

#include "rookery/fen.h"
#include "rookery/outcome.h"
#include "support/engine.h"

enum { PLIES_MAX = 300, GAMES = 6, VARIANT_PLIES = 120 };

static void handicap_decreases_with_elo(void **state)
{
    (void)state;
    struct handicap before = handicap_for_elo(RK_ELO_MIN);
    assert_true(before.nodes > 0 && before.eval_noise > 0 && before.oversight > 0);
    for (unsigned elo = RK_ELO_MIN + 1; elo <= RK_ELO_MAX; elo++) {
        const struct handicap now = handicap_for_elo(elo);
        assert_true(now.nodes >= before.nodes);
        assert_true(now.eval_noise <= before.eval_noise);
        assert_true(now.oversight <= before.oversight);
        before = now;
    }
    assert_int_equal(handicap_for_elo(0).nodes, 0);
    assert_int_equal(handicap_for_elo(100).nodes, handicap_for_elo(RK_ELO_MIN).nodes);
    assert_int_equal(handicap_for_elo(9000).nodes, handicap_for_elo(RK_ELO_MAX).nodes);
}

static void levels_are_ordered_and_in_range(void **state)
{
    (void)state;
    for (unsigned level = 1; level <= RK_LEVEL_COUNT; level++) {
        assert_true(rk_level_elo(level) >= RK_ELO_MIN && rk_level_elo(level) <= RK_ELO_MAX);
        assert_true(level == 1 || rk_level_elo(level) > rk_level_elo(level - 1));
    }
    assert_int_equal(rk_level_elo(0), rk_level_elo(1));
    assert_int_equal(rk_level_elo(99), rk_level_elo(RK_LEVEL_COUNT));
}

static struct error_model make_model(unsigned elo, uint64_t seed, const char *fen)
{
    const rk_position pos = position(fen);
    return error_model_create(handicap_for_elo(elo), seed, &pos);
}

static const char start[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

static void square_biases_are_mostly_small_and_balanced(void **state)
{
    (void)state;
    const rk_position pos = position(start);
    const struct handicap handicap = {.nodes = 1, .eval_noise = 100};
    int64_t sum = 0;
    unsigned small = 0, count = 0;
    for (uint64_t seed = 0; seed < 50; seed++) {
        const struct error_model model = error_model_create(handicap, seed, &pos);
        for (unsigned square = 0; square < 64; square++) {
            const int square_bias = model.square_bias[RK_KNIGHT][square];
            assert_true(square_bias >= -100 && square_bias <= 100);
            assert_true(model.square_bias[RK_PAWN][square] >= -50 &&
                        model.square_bias[RK_PAWN][square] <= 50);
            sum += square_bias;
            small += square_bias >= -50 && square_bias <= 50;
            count++;
        }
    }
    assert_true(sum > -3 * (int64_t)count && sum < 3 * (int64_t)count);
    assert_true(small * 100 > count * 65);
}

static void square_bias_is_the_same_for_both_colours(void **state)
{
    (void)state;
    const rk_position white = position("4k3/8/8/8/8/5N2/8/4K3 w - - 0 1");
    const rk_position black = position("4k3/8/5n2/8/8/8/8/4K3 b - - 0 1");
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct error_model model = error_model_create(handicap_for_elo(RK_ELO_MIN), seed, &white);
        const int knight = model.square_bias[RK_KNIGHT][21]; // f3
        model.handicap.eval_noise = 0;                       // only the square biases
        assert_int_equal(error_model_eval_error(&model, &white), knight);
        assert_int_equal(error_model_eval_error(&model, &black), knight);
    }
}

static void biases_last_for_a_game_and_oversights_for_a_move(void **state)
{
    (void)state;
    const rk_position pos = position(start);
    const struct error_model now = make_model(900, 3, start);
    const struct error_model later =
        make_model(900, 3, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    assert_memory_equal(now.square_bias, later.square_bias, sizeof now.square_bias);
    rk_move moves[RK_MOVES_MAX];
    const size_t count = rk_moves_list(&pos, moves);
    unsigned changes = 0;
    for (size_t i = 0; i < count; i++)
        changes += error_model_overlooks(&now, &pos, moves[i], RK_NO_MOVE) !=
                   error_model_overlooks(&later, &pos, moves[i], RK_NO_MOVE);
    assert_true(changes > 0);
}

static void captures_are_overlooked_half_as_often_as_quiet_moves(void **state)
{
    (void)state;
    const rk_position pos = position("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1");
    const rk_move quiet = move(&pos, "e4e5"), capture = move(&pos, "e4d5");
    const struct handicap handicap = {.nodes = 1, .oversight = 400};
    unsigned quiets = 0, captures = 0;
    for (uint64_t seed = 0; seed < 10000; seed++) {
        const struct error_model model = error_model_create(handicap, seed, &pos);
        quiets += error_model_overlooks(&model, &pos, quiet, RK_NO_MOVE);
        captures += error_model_overlooks(&model, &pos, capture, RK_NO_MOVE);
        assert_false(error_model_overlooks(&model, &pos, capture, capture)); // a recapture
    }
    assert_in_range(quiets, 3800, 4200);
    assert_in_range(captures, 1850, 2150);
}

static void same_seed_plays_the_same_moves(void **state)
{
    (void)state;
    const rk_position pos =
        position("r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 w kq - 0 1");
    unsigned kinds = 0;
    rk_move first = RK_NO_MOVE;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        rk_engine *const a = make_weak_engine(900, seed), *const b = make_weak_engine(900, seed);
        const rk_move one = search_position(a, pos, (rk_search_limits){.depth = 20}).best;
        const rk_move two = search_position(b, pos, (rk_search_limits){.depth = 20}).best;
        assert_int_equal(one, two);
        kinds += seed > 1 && one != first;
        first = seed == 1 ? one : first;
        rk_engine_destroy(a);
        rk_engine_destroy(b);
    }
    assert_true(kinds > 0); // another seed plays other moves sometimes
}

static const struct {
    const char *fen, *moves;
} mates[] = {
    {"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "d1d8"},
    {"7k/8/6K1/8/8/8/8/1Q6 w - - 0 1", "b1b8"}, // a bare king
    {"7k/8/6K1/8/8/8/8/R7 w - - 0 1", "a1a8"},
    {"8/8/8/8/8/1k6/7q/K7 b - - 0 1", "h2a2 h2b2 h2g1 h2h1"},
    {"r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", "h5f7"},
};

static void level_four_and_above_find_mate_in_one(void **state)
{
    (void)state;
    for (unsigned level = 4; level <= RK_LEVEL_COUNT; level++)
        for (uint64_t seed = 0; seed < 10; seed++) {
            rk_engine *const engine = make_weak_engine(rk_level_elo(level), seed);
            for (size_t i = 0; i < sizeof mates / sizeof *mates; i++) {
                const rk_position pos = position(mates[i].fen);
                const rk_search_limits limits = {.depth = 10};
                const rk_move best = search_position(engine, pos, limits).best;
                if (!is_one_of(&pos, best, mates[i].moves))
                    fail_msg("level %u, %s", level, mates[i].fen);
            }
            rk_engine_destroy(engine);
        }
}

static void every_level_captures_a_hanging_queen(void **state)
{
    (void)state;
    const rk_position pos = position("4k3/pp3ppp/8/3q4/4P3/8/PP3PPP/4K3 w - - 0 1");
    for (unsigned level = 1; level <= RK_LEVEL_COUNT; level++)
        for (uint64_t seed = 0; seed < 10; seed++) {
            rk_engine *const engine = make_weak_engine(rk_level_elo(level), seed);
            assert_int_equal(search_position(engine, pos, (rk_search_limits){.depth = 10}).best,
                             move(&pos, "e4d5"));
            rk_engine_destroy(engine);
        }
}

static void play_legally(rk_engine *engine, rk_variant variant)
{
    rk_position positions[VARIANT_PLIES + 1];
    size_t count = 0;
    positions[count++] = rk_position_start(variant);
    while (count <= VARIANT_PLIES &&
           rk_position_outcome(&positions[count - 1]).end == RK_NOT_OVER) {
        rk_position pos = positions[count - 1];
        rk_search_result result;
        rk_engine_search(engine, positions, count, &(rk_search_limits){.depth = 30}, NULL, NULL,
                         &result);
        if (!rk_moves_legal(&pos, result.best))
            fail_msg("an illegal move in %s", rk_variant_name(variant));
        rk_undo undo;
        rk_position_apply(&pos, result.best, &undo);
        positions[count++] = pos;
    }
    assert_true(count > 1);
}

static void every_level_plays_legally_in_every_variant(void **state)
{
    (void)state;
    for (unsigned level = 1; level <= RK_LEVEL_COUNT; level++) {
        rk_engine *const engine = make_weak_engine(rk_level_elo(level), level);
        for (unsigned variant = 0; variant < RK_VARIANT_COUNT; variant++) {
            rk_engine_forget(engine);
            play_legally(engine, (rk_variant)variant);
        }
        rk_engine_destroy(engine);
    }
}

/* Half points of the stronger player. */
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
        rk_undo undo;
        rk_position_apply(&pos, result.best, &undo);
        positions[count++] = pos;
    }
    const rk_winner winner = rk_position_outcome(&positions[count - 1]).winner;
    return winner == RK_NOBODY_WINS ? 1 : (winner == RK_WHITE_WINS) == strong_is_white ? 2 : 0;
}

static void three_levels_higher_wins_the_match(void **state)
{
    (void)state;
    for (unsigned level = 1; level + 3 <= 7; level += 3) {
        unsigned points = 0;
        for (unsigned game = 0; game < GAMES; game++) {
            rk_engine *const strong = make_weak_engine(rk_level_elo(level + 3), game + 1);
            rk_engine *const weak = make_weak_engine(rk_level_elo(level), game + 100);
            points += points_of(strong, weak, game % 2);
            rk_engine_destroy(strong);
            rk_engine_destroy(weak);
        }
        assert_true(points > GAMES);
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(handicap_decreases_with_elo),
    cmocka_unit_test(levels_are_ordered_and_in_range),
    cmocka_unit_test(square_biases_are_mostly_small_and_balanced),
    cmocka_unit_test(square_bias_is_the_same_for_both_colours),
    cmocka_unit_test(biases_last_for_a_game_and_oversights_for_a_move),
    cmocka_unit_test(captures_are_overlooked_half_as_often_as_quiet_moves),
    cmocka_unit_test(same_seed_plays_the_same_moves),
    cmocka_unit_test(level_four_and_above_find_mate_in_one),
    cmocka_unit_test(every_level_captures_a_hanging_queen),
    cmocka_unit_test(every_level_plays_legally_in_every_variant),
    cmocka_unit_test(three_levels_higher_wins_the_match),
};

int main(void)
{
    return cmocka_run_group_tests(tests, NULL, NULL);
}
