/* SPDX-License-Identifier: MIT */
/* Every variant: self-play without illegal moves, and wins by the goal of the variant against
 * random moves. */
#include "rookery/fen.h"
#include "rookery/outcome.h"
#include "support/engine.h"

enum { PLIES_MAX = 400, SELF_NODES = 400, RANDOM_NODES = 200, RANDOM_GAMES = 20 };

/* `random_side` plays random moves; -1: neither. */
struct game {
    rk_engine *engine;
    rk_position positions[PLIES_MAX + 1];
    size_t count;
    int random_side;
    struct prng prng;
};

static rk_move choose_move(struct game *game, uint64_t nodes)
{
    const rk_position *const pos = &game->positions[game->count - 1];
    if ((int)pos->turn == game->random_side) {
        rk_move moves[RK_MOVES_MAX];
        return moves[prng_below(&game->prng, (unsigned)rk_moves_list(pos, moves))];
    }
    const rk_search_limits limits = {.nodes = nodes};
    rk_search_result result;
    rk_engine_search(game->engine, game->positions, game->count, &limits, NULL, NULL, &result);
    if (!rk_moves_legal(pos, result.best))
        fail_msg("an illegal move in %s", rk_variant_name((rk_variant)pos->variant));
    return result.best;
}

static bool is_running(const struct game *game)
{
    return game->count <= PLIES_MAX &&
           rk_position_outcome(&game->positions[game->count - 1]).end == RK_NOT_OVER &&
           rk_repetitions(game->positions, game->count) < 3;
}

static rk_outcome play_game(struct game *game, rk_variant variant, uint64_t nodes)
{
    game->positions[0] = rk_position_start(variant);
    game->count = 1;
    rk_engine_forget(game->engine);
    while (is_running(game)) {
        rk_position pos = game->positions[game->count - 1];
        rk_undo undo;
        rk_position_apply(&pos, choose_move(game, nodes), &undo);
        game->positions[game->count++] = pos;
    }
    return rk_position_outcome(&game->positions[game->count - 1]);
}

static void self_play_is_legal_in_every_variant(void **state)
{
    (void)state;
    struct game game = {.engine = make_engine(1), .random_side = -1};
    for (unsigned variant = 0; variant < RK_VARIANT_COUNT; variant++)
        (void)play_game(&game, (rk_variant)variant, SELF_NODES);
    rk_engine_destroy(game.engine);
}

static void engine_beats_random_moves_in_every_variant(void **state)
{
    (void)state;
    struct game game = {.engine = make_engine(1)};
    for (unsigned variant = 0; variant < RK_VARIANT_COUNT; variant++)
        for (int i = 0; i < RANDOM_GAMES; i++) {
            // A seed for each game, so that the games of a variant do not depend on those before.
            game.prng = (struct prng){variant * RANDOM_GAMES + (unsigned)i + 1};
            game.random_side = i % 2;
            const rk_outcome outcome = play_game(&game, (rk_variant)variant, RANDOM_NODES);
            const rk_winner ours = game.random_side == RK_WHITE ? RK_BLACK_WINS : RK_WHITE_WINS;
            if (outcome.winner != ours) {
                char fen[RK_FEN_MAX];
                rk_fen_write(&game.positions[game.count - 1], RK_FEN_PLAIN, fen);
                fail_msg("%s is not won: %s, %s", rk_variant_name((rk_variant)variant),
                         rk_end_text(outcome.end), fen);
            }
        }
    rk_engine_destroy(game.engine);
}

struct goal {
    rk_variant variant;
    const char *fen, *move;
};

static const struct goal goals[] = {
    {RK_KING_OF_THE_HILL, "7k/8/8/8/8/4K3/8/8 w - - 0 1", "e3e4 e3d4"},
    {RK_THREE_CHECK, "7k/8/8/8/8/8/8/R3K3 w - - 1+3 0 1", "a1a8 a1h1"},
    {RK_ATOMIC, "r3k3/3p4/8/8/8/8/8/3RK3 w - - 0 1", "d1d7"},
    {RK_ANTICHESS, "8/8/8/2p5/8/8/1P6/8 w - - 0 1", "b2b4"},
    {RK_RACING_KINGS, "8/7K/8/8/8/8/8/k7 w - - 0 1", "h7g8 h7h8"},
    {RK_CRAZYHOUSE, "6k1/5ppp/8/8/8/8/8/4K3[R] w - - 0 1", "R@a8 R@b8 R@c8 R@d8 R@e8 R@f8"},
    {RK_KING_OF_THE_HILL, "7k/8/8/8/8/2K5/8/7q w - - 0 1", "c3d4"},
    {RK_HORDE, "4k3/8/8/8/8/8/8/P3r3 b - - 0 1", "e1a1"},
};

static void engine_reaches_the_goal_of_the_variant(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof goals / sizeof *goals; i++) {
        const rk_position pos = position_of(goals[i].variant, goals[i].fen);
        const rk_search_result result = search_to_depth(pos, 5);
        if (!is_one_of(&pos, result.best, goals[i].move) || result.score < RK_MATE_IN_MAX)
            fail_msg("%s: %d", goals[i].fen, result.score);
    }
}

// ---- limits ----------------------------------------------------------------------------------

// Two pawns about to promote, many captures, and drops on every square.
static const char wild[] = "r1q1k2r/1PPn1p2/1pBbpp1p/pP6/6PP/1P1pP3/1nnQBP2/R1K4R[Nbp] b kq - 0 24";

/* Plays random plies from the start while the game lasts. */
static rk_position play_random_plies(rk_variant variant, struct prng *prng, int plies)
{
    rk_position pos = rk_position_start(variant), before = pos;
    for (; plies > 0 && rk_position_outcome(&pos).end == RK_NOT_OVER; plies--) {
        rk_move moves[RK_MOVES_MAX];
        rk_undo undo;
        before = pos;
        const unsigned found = (unsigned)rk_moves_list(&pos, moves);
        rk_position_apply(&pos, moves[prng_below(prng, found)], &undo);
    }
    return rk_position_outcome(&pos).end == RK_NOT_OVER ? pos : before;
}

static void node_limit_holds_in_every_variant(void **state)
{
    (void)state;
    static const uint64_t limits[] = {1, 30, 800};
    rk_engine *const engine = make_engine(1);
    struct prng prng = {11};
    for (unsigned variant = 0; variant < RK_VARIANT_COUNT; variant++)
        for (int plies = 0; plies < 80; plies += 8) {
            const rk_position pos = play_random_plies((rk_variant)variant, &prng, plies);
            for (size_t i = 0; i < 3; i++) {
                const rk_search_result result = search_position(
                    engine, pos, (rk_search_limits){.nodes = limits[i], .depth = 9});
                assert_true(rk_moves_legal(&pos, result.best));
                assert_true(result.nodes <= limits[i]);
            }
        }
    const rk_search_result result =
        search_position(engine, position_of(RK_CRAZYHOUSE, wild), (rk_search_limits){.nodes = 800});
    assert_int_equal(result.nodes, 800);
    rk_engine_destroy(engine);
}

static void first_depth_is_fast_in_every_variant(void **state)
{
    (void)state;
    struct prng prng = {12};
    assert_true(search_to_depth(position_of(RK_CRAZYHOUSE, wild), 1).nodes < 5000);
    for (unsigned variant = 0; variant < RK_VARIANT_COUNT; variant++)
        for (int plies = 0; plies < 80; plies += 8) {
            const rk_position pos = play_random_plies((rk_variant)variant, &prng, plies);
            assert_true(search_to_depth(pos, 1).nodes < 20000);
        }
}

static int64_t read_ticking_clock(void *context)
{
    return ++*(int64_t *)context;
}

/* The clock advances by a millisecond each time it is read. */
static void clock_is_checked_often_in_every_variant(void **state)
{
    (void)state;
    enum { MOVE_TIME = 20, LOOKS_MORE = 10, NODES_PER_LOOK = 256 };
    int64_t reads = 0;
    const rk_engine_options options = {
        .hash_mib = 1, .threads = 1, .now = read_ticking_clock, .context = &reads};
    rk_engine *engine = NULL;
    assert_int_equal(rk_engine_create(&options, &engine), RK_OK);
    for (unsigned variant = 0; variant < RK_VARIANT_COUNT; variant++) {
        const rk_position pos = variant == RK_CRAZYHOUSE ? position_of(RK_CRAZYHOUSE, wild)
                                                         : rk_position_start((rk_variant)variant);
        const rk_search_result result =
            search_position(engine, pos, (rk_search_limits){.move_time = MOVE_TIME});
        assert_true(result.nodes <= (MOVE_TIME + LOOKS_MORE) * NODES_PER_LOOK);
    }
    rk_engine_destroy(engine);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(node_limit_holds_in_every_variant),
    cmocka_unit_test(first_depth_is_fast_in_every_variant),
    cmocka_unit_test(clock_is_checked_often_in_every_variant),
    cmocka_unit_test(self_play_is_legal_in_every_variant),
    cmocka_unit_test(engine_beats_random_moves_in_every_variant),
    cmocka_unit_test(engine_reaches_the_goal_of_the_variant),
};

int main(void)
{
    return cmocka_run_group_tests(tests, NULL, NULL);
}
