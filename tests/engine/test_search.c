/* SPDX-License-Identifier: MIT */
/* The search: mates, draws, limits, MultiPV, threads. */
#include <pthread.h>
#include <sched.h>

#include "base/monotonic.h"
#include "engine/bench.h"
#include "rookery/fen.h"
#include "rookery/outcome.h"
#include "support/engine.h"

// ---- mates -----------------------------------------------------------------------------------

struct mate {
    const char *fen;
    int moves;
    unsigned depth;
};

static const struct mate mates[] = {
    {"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1, 2},
    {"r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 1", 1, 2},
    {"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2, 20}, /* by a quiet sacrifice, which is reduced */
    {"r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 0", 2, 6},
    {"1rb4r/pkPp3p/1b1P3n/1Q6/N3Pp2/8/P1P3PP/7K w - - 1 0", 2, 8},
    {"r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1", 3, 10},
    {"r3k2r/ppp2Npp/1b5n/4p2b/2B1P2q/BQP2P2/P5PP/RN5K w kq - 1 0", 3, 10},
    {"2q1nk1r/4Rp2/1ppp1P2/6Pp/3p1B2/3P3P/PPP1Q3/6K1 w - - 0 1", 5, 16},
};

static void mates_are_found_with_the_right_distance(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof mates / sizeof *mates; i++) {
        const struct mate *const mate = &mates[i];
        const rk_search_result result = search_to_depth(position(mate->fen), mate->depth);
        if (result.score != RK_MATE - (2 * mate->moves - 1))
            fail_msg("%s: %d instead of mate in %d", mate->fen, result.score, mate->moves);
    }
}

static void mate_limit_stops_at_the_mate(void **state)
{
    (void)state;
    rk_engine *const engine = make_engine(1);
    const rk_position pos = position("r3k2r/ppp2Npp/1b5n/4p2b/2B1P2q/BQP2P2/P5PP/RN5K w kq - 1 0");
    const rk_search_result result = search_position(engine, pos, (rk_search_limits){.mate = 3});
    assert_int_equal(result.score, RK_MATE - 5);
    rk_engine_destroy(engine);
}

static void being_mated_has_the_right_distance(void **state)
{
    (void)state;
    const rk_search_result result = search_to_depth(position("k7/8/1K6/8/8/8/8/7R b - - 0 1"), 6);
    assert_int_equal(result.score, -(RK_MATE - 2));
}

static void no_move_is_returned_without_legal_moves(void **state)
{
    (void)state;
    const rk_search_result mated = search_to_depth(position("8/8/8/8/8/5k2/6q1/7K w - - 0 1"), 5);
    assert_int_equal(mated.best, RK_NO_MOVE);
    const rk_search_result stalemated =
        search_to_depth(position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), 5);
    assert_int_equal(stalemated.best, RK_NO_MOVE);
}

// ---- draws -----------------------------------------------------------------------------------

static void rook_pawn_against_king_in_the_corner_is_a_draw(void **state)
{
    (void)state;
    // A rook pawn, with the defending king in its corner.
    assert_int_equal(search_to_depth(position("k7/8/P7/K7/8/8/8/8 w - - 0 1"), 12).score, 0);
}

static void losing_side_finds_perpetual_check(void **state)
{
    (void)state;
    // Two rooks against a queen, but the queen gives perpetual check on e8 and h5.
    const rk_position pos = position("6k1/6p1/8/8/4Q3/8/rr4PP/6K1 w - - 0 1");
    const rk_search_result result = search_to_depth(pos, 12);
    assert_int_equal(result.score, 0);
    assert_true(is_one_of(&pos, result.best, "e4e8 e4d5 e4c4 e4e6"));
}

static void winning_side_avoids_repetition(void **state)
{
    (void)state;
    // One more shuffling rook move would be the third repetition.
    rk_position game[16];
    size_t count = 0;
    rk_position pos = position("7k/8/8/8/8/8/R7/K7 w - - 0 1");
    const char *const moves[] = {"a2b2", "h8g8", "b2a2", "g8h8", "a2b2", "h8g8", "b2a2", "g8h8"};
    game[count++] = pos;
    for (size_t i = 0; i < 8; i++) {
        play_moves(&pos, moves[i]);
        game[count++] = pos;
    }
    rk_engine *const engine = make_engine(1);
    rk_search_result result;
    rk_engine_search(engine, game, count, &(rk_search_limits){.depth = 8}, NULL, NULL, &result);
    assert_false(is_one_of(&pos, result.best, "a2b2"));
    assert_true(result.score > 300);
    rk_engine_destroy(engine);
}

static void losing_side_repeats(void **state)
{
    (void)state;
    // A queen down, the king returns to an earlier position.
    rk_position game[8];
    size_t count = 0;
    rk_position pos = position("8/8/8/8/6k1/8/5q2/7K b - - 0 1");
    game[count++] = pos;
    const char *const moves[] = {"f2f1", "h1h2", "f1f2", "h2h1", "f2f1", "h1h2", "f1f2"};
    for (size_t i = 0; i < 7; i++) {
        play_moves(&pos, moves[i]);
        game[count++] = pos;
    }
    rk_engine *const engine = make_engine(1);
    rk_search_result result;
    rk_engine_search(engine, game, count, &(rk_search_limits){.depth = 6}, NULL, NULL, &result);
    assert_true(is_one_of(&pos, result.best, "h2h1"));
    assert_int_equal(result.score, 0);
    rk_engine_destroy(engine);
}

static void fifty_move_rule_makes_a_win_a_draw(void **state)
{
    (void)state;
    const rk_search_result fresh = search_to_depth(position("8/8/8/8/8/4k3/7r/4K3 b - - 0 80"), 12);
    assert_true(fresh.score > 300);
    // The mate needs more moves than the fifty-move rule leaves.
    const rk_search_result late = search_to_depth(position("8/8/8/3k4/8/8/7r/K7 b - - 98 80"), 8);
    assert_int_equal(late.score, 0);
}

static void mate_on_the_hundredth_ply_wins(void **state)
{
    (void)state;
    const rk_search_result result = search_to_depth(position("7k/8/6K1/8/8/8/8/R7 w - - 99 80"), 4);
    assert_int_equal(result.score, RK_MATE - 1);
}

static void bare_kings_are_a_draw(void **state)
{
    (void)state;
    assert_int_equal(search_to_depth(position("8/8/3kP3/8/8/3K4/8/8 b - - 0 1"), 8).score, 0);
}

// ---- limits ----------------------------------------------------------------------------------

static void single_thread_search_is_deterministic(void **state)
{
    (void)state;
    const rk_position pos =
        position("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10");
    const rk_search_result a = search_to_depth(pos, 9), b = search_to_depth(pos, 9);
    assert_int_equal(a.nodes, b.nodes);
    assert_int_equal(a.best, b.best);
    assert_int_equal(a.score, b.score);
    rk_engine *const engine = make_engine(1);
    const rk_search_result c = search_position(engine, pos, (rk_search_limits){.depth = 9});
    rk_engine_forget(engine);
    const rk_search_result d = search_position(engine, pos, (rk_search_limits){.depth = 9});
    assert_int_equal(c.nodes, a.nodes);
    assert_int_equal(d.nodes, a.nodes);
    rk_engine_destroy(engine);
}

static void node_limit_is_exact(void **state)
{
    (void)state;
    rk_engine *const engine = make_engine(1);
    for (uint64_t nodes = 1000; nodes < 20000; nodes += 3333) {
        rk_engine_forget(engine);
        const rk_search_result result =
            search_position(engine,
                            position("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/"
                                     "PPPP1PPP/RNBQKB1R w KQkq - 2 3"),
                            (rk_search_limits){.nodes = nodes});
        assert_int_equal(result.nodes, nodes);
    }
    rk_engine_destroy(engine);
}

static void only_the_given_root_moves_are_searched(void **state)
{
    (void)state;
    const rk_position pos = position("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1");
    const rk_move only[] = {move(&pos, "h2h3"), move(&pos, "d1a1")};
    rk_engine *const engine = make_engine(1);
    const rk_search_result result =
        search_position(engine, pos, (rk_search_limits){.depth = 5, .only = only, .only_count = 2});
    assert_true(is_one_of(&pos, result.best, "h2h3 d1a1"));
    rk_engine_destroy(engine);
}

struct lines {
    unsigned count[8], last_depth;
    int scores[8];
    rk_move first_moves[8];
    rk_position pos;
};

// Checks that the line consists of legal moves, and records it.
static void check_line(void *context, const rk_search_line *line)
{
    struct lines *const lines = context;
    if (!line->move_count) // a currmove report
        return;
    assert_true(line->number >= 1 && line->number <= 4);
    assert_int_equal(line->win + line->draw + line->loss, 1000);
    rk_position pos = lines->pos;
    for (size_t i = 0; i < line->move_count; i++) {
        assert_true(rk_moves_legal(&pos, line->moves[i]));
        rk_undo undo;
        rk_position_apply(&pos, line->moves[i], &undo);
    }
    lines->count[line->number]++;
    lines->scores[line->number] = line->score;
    lines->first_moves[line->number] = line->moves[0];
    lines->last_depth = line->depth;
}

static void multipv_lines_differ_and_are_sorted(void **state)
{
    (void)state;
    struct lines lines = {.pos = position("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/"
                                          "R3K2R w KQkq - 0 1")};
    rk_engine *const engine = make_engine(1);
    rk_search_result result;
    rk_engine_search(engine, &lines.pos, 1, &(rk_search_limits){.depth = 8, .lines = 4}, check_line,
                     &lines, &result);
    for (unsigned i = 1; i < 4; i++) {
        assert_true(lines.count[i] >= 8);
        assert_true(lines.scores[i] >= lines.scores[i + 1]);
        for (unsigned j = i + 1; j <= 4; j++)
            assert_int_not_equal(lines.first_moves[i], lines.first_moves[j]);
    }
    assert_int_equal(result.best, lines.first_moves[1]);
    rk_engine_destroy(engine);
}

struct depths {
    unsigned depth;
    rk_move best;
};

// A depth that is reported twice must have the same best move.
static void record_depth(void *context, const rk_search_line *line)
{
    struct depths *const depths = context;
    if (!line->move_count)
        return;
    if (line->depth == depths->depth)
        assert_int_equal(line->moves[0], depths->best);
    *depths = (struct depths){line->depth, line->moves[0]};
}

static void incomplete_depth_keeps_the_best_move_of_the_last(void **state)
{
    (void)state;
    rk_engine *const engine = make_engine(1);
    const rk_position pos = rk_position_start(RK_STANDARD);
    for (uint64_t nodes = 1000; nodes < 400000; nodes += nodes / 4) {
        struct depths depths = {.depth = 0};
        rk_search_result result;
        rk_engine_forget(engine);
        rk_engine_search(engine, &pos, 1, &(rk_search_limits){.nodes = nodes}, record_depth,
                         &depths, &result);
        assert_int_equal(result.best, depths.best);
    }
    rk_engine_destroy(engine);
}

// ---- signals from other threads --------------------------------------------------------------

struct task {
    rk_engine *engine;
    rk_search_limits limits;
    rk_search_result result;
    int64_t ended;
};

static void *run_task(void *argument)
{
    struct task *const task = argument;
    const rk_position pos = position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    rk_engine_search(task->engine, &pos, 1, &task->limits, NULL, NULL, &task->result);
    task->ended = monotonic_ms();
    return NULL;
}

static void sleep_ms(int64_t milliseconds)
{
    const int64_t start = monotonic_ms();
    while (monotonic_ms() - start < milliseconds)
        sched_yield();
}

static void infinite_search_stops(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads <= 4; threads += 3) {
        struct task task = {.engine = make_engine(threads)};
        pthread_t thread;
        rk_engine_announce(task.engine);
        assert_int_equal(pthread_create(&thread, NULL, run_task, &task), 0);
        sleep_ms(60);
        const int64_t before = monotonic_ms();
        rk_engine_stop(task.engine);
        pthread_join(thread, NULL);
        assert_true(task.ended - before < 5000); // about 10 ms on an idle machine
        assert_int_not_equal(task.result.best, RK_NO_MOVE);
        rk_engine_destroy(task.engine);
    }
}

static void stop_after_announcement_is_not_lost(void **state)
{
    (void)state;
    struct task task = {.engine = make_engine(1)};
    rk_engine_announce(task.engine);
    rk_engine_stop(task.engine);
    run_task(&task); // returns at once, with a move
    assert_int_not_equal(task.result.best, RK_NO_MOVE);
    rk_engine_destroy(task.engine);
}

static void stop_without_search_has_no_effect(void **state)
{
    (void)state;
    struct task task = {.engine = make_engine(1), .limits = {.depth = 6}};
    rk_engine_stop(task.engine);
    run_task(&task);
    assert_int_equal(task.result.depth, 6);
    rk_engine_destroy(task.engine);
}

static void ponder_clock_starts_with_ponderhit(void **state)
{
    (void)state;
    struct task task = {.engine = make_engine(1), .limits = {.move_time = 50, .ponder = true}};
    pthread_t thread;
    rk_engine_announce(task.engine);
    assert_int_equal(pthread_create(&thread, NULL, run_task, &task), 0);
    sleep_ms(150);
    const int64_t before = monotonic_ms();
    rk_engine_ponderhit(task.engine);
    pthread_join(thread, NULL);
    assert_true(task.ended - before >= 45); // it did not stop before
    rk_engine_destroy(task.engine);
}

static int64_t read_slow_time(void *context)
{
    int64_t *const time = context;
    return *time += 10;
}

static void clock_is_read_more_often_if_nodes_are_slow(void **state)
{
    (void)state;
    int64_t time = 0;
    const rk_engine_options options = {
        .hash_mib = 1, .threads = 1, .now = read_slow_time, .context = &time};
    rk_engine *engine;
    assert_int_equal(rk_engine_create(&options, &engine), RK_OK);
    const rk_position pos = position("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/"
                                     "R3K2R w KQkq - 0 1");
    const rk_search_result result =
        search_position(engine, pos, (rk_search_limits){.move_time = 200});
    assert_true(rk_moves_legal(&pos, result.best));
    assert_true(result.nodes < 20 * 16); // a reading every eight nodes, not every few hundred
    rk_engine_destroy(engine);
}

static void move_time_is_not_shortened_by_the_overhead(void **state)
{
    (void)state;
    const rk_engine_options options = {
        .hash_mib = 1, .threads = 1, .now = monotonic_callback, .overhead = 10};
    rk_engine *engine;
    assert_int_equal(rk_engine_create(&options, &engine), RK_OK);
    const rk_position pos = position("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/"
                                     "R3K2R w KQkq - 0 1");
    const int64_t before = monotonic_us();
    (void)search_position(engine, pos, (rk_search_limits){.move_time = 10});
    assert_true(monotonic_us() - before >= 9000); // the engine's clock counts whole milliseconds
    rk_engine_destroy(engine);
}

static void search_with_a_large_table_can_be_repeated(void **state)
{
    (void)state;
    const rk_engine_options options = {.hash_mib = 128, .threads = 1, .now = monotonic_callback};
    rk_engine *engine;
    assert_int_equal(rk_engine_create(&options, &engine), RK_OK);
    const uint64_t nodes = bench_search(engine, 6, NULL);
    rk_engine_forget(engine);
    assert_int_equal(bench_search(engine, 6, NULL), nodes);
    rk_engine_destroy(engine);
}

static void threads_stop_at_the_depth_limit(void **state)
{
    (void)state;
    rk_engine *const engine = make_engine(3);
    const rk_position pos = position("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/"
                                     "R3K2R w KQkq - 0 1");
    for (unsigned depth = 1; depth <= 9; depth++) {
        const rk_search_result result =
            search_position(engine, pos, (rk_search_limits){.depth = depth});
        assert_int_equal(result.depth, depth);
        assert_true(rk_moves_legal(&pos, result.best));
        assert_in_range(result.score + 200, 0, 400); // from the thread that completed the depth
    }
    rk_engine_destroy(engine);
}

static void threads_search_only_the_given_root_moves(void **state)
{
    (void)state;
    rk_engine *const engine = make_engine(3);
    const rk_position pos = position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    const rk_move only[] = {move(&pos, "a2a3"), move(&pos, "h2h4")};
    const rk_search_result result =
        search_position(engine, pos, (rk_search_limits){.depth = 8, .only = only, .only_count = 2});
    assert_true(result.best == only[0] || result.best == only[1]);
    assert_int_equal(result.depth, 8);
    rk_engine_destroy(engine);
}

static void four_threads_find_the_same_mate(void **state)
{
    (void)state;
    rk_engine *const engine = make_engine(4);
    const rk_position pos = position("2q1nk1r/4Rp2/1ppp1P2/6Pp/3p1B2/3P3P/PPP1Q3/6K1 w - - 0 1");
    const rk_search_result result = search_position(engine, pos, (rk_search_limits){.depth = 14});
    assert_true(is_one_of(&pos, result.best, "e7e8"));
    rk_engine_destroy(engine);
}

static void options_can_change_between_searches(void **state)
{
    (void)state;
    rk_engine_options options = {.hash_mib = 1, .threads = 1, .now = monotonic_callback};
    rk_engine *engine;
    assert_int_equal(rk_engine_create(&options, &engine), RK_OK);
    for (unsigned i = 1; i < 4; i++) {
        options.hash_mib = i;
        options.threads = i;
        assert_int_equal(rk_engine_configure(engine, &options), RK_OK);
        const rk_position pos = position("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1");
        assert_int_equal(search_position(engine, pos, (rk_search_limits){.depth = 4}).score,
                         RK_MATE - 1);
    }
    options.hash_mib = SIZE_MAX; // more memory than there is
    assert_int_equal(rk_engine_configure(engine, &options), RK_NO_MEMORY);
    options.hash_mib = 1;
    options.threads = RK_THREADS_MAX + 1;
    assert_int_equal(rk_engine_configure(engine, &options), RK_NO_MEMORY);
    const rk_position pos = position("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1");
    assert_int_equal(search_position(engine, pos, (rk_search_limits){.depth = 4}).score,
                     RK_MATE - 1);
    rk_engine_destroy(engine);
}

static void bench_signature_is_deterministic(void **state)
{
    (void)state;
    uint64_t nodes[2];
    for (unsigned i = 0; i < 2; i++) {
        rk_engine *engine = make_engine(1);
        nodes[i] = bench_search(engine, 6, NULL);
        rk_engine_destroy(engine);
    }
    assert_true(nodes[0] > 1000);
    assert_int_equal(nodes[0], nodes[1]);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(mates_are_found_with_the_right_distance),
    cmocka_unit_test(mate_limit_stops_at_the_mate),
    cmocka_unit_test(being_mated_has_the_right_distance),
    cmocka_unit_test(no_move_is_returned_without_legal_moves),
    cmocka_unit_test(rook_pawn_against_king_in_the_corner_is_a_draw),
    cmocka_unit_test(losing_side_finds_perpetual_check),
    cmocka_unit_test(winning_side_avoids_repetition),
    cmocka_unit_test(losing_side_repeats),
    cmocka_unit_test(fifty_move_rule_makes_a_win_a_draw),
    cmocka_unit_test(mate_on_the_hundredth_ply_wins),
    cmocka_unit_test(bare_kings_are_a_draw),
    cmocka_unit_test(single_thread_search_is_deterministic),
    cmocka_unit_test(node_limit_is_exact),
    cmocka_unit_test(only_the_given_root_moves_are_searched),
    cmocka_unit_test(multipv_lines_differ_and_are_sorted),
    cmocka_unit_test(incomplete_depth_keeps_the_best_move_of_the_last),
    cmocka_unit_test(infinite_search_stops),
    cmocka_unit_test(stop_after_announcement_is_not_lost),
    cmocka_unit_test(stop_without_search_has_no_effect),
    cmocka_unit_test(ponder_clock_starts_with_ponderhit),
    cmocka_unit_test(clock_is_read_more_often_if_nodes_are_slow),
    cmocka_unit_test(move_time_is_not_shortened_by_the_overhead),
    cmocka_unit_test(search_with_a_large_table_can_be_repeated),
    cmocka_unit_test(threads_stop_at_the_depth_limit),
    cmocka_unit_test(threads_search_only_the_given_root_moves),
    cmocka_unit_test(four_threads_find_the_same_mate),
    cmocka_unit_test(options_can_change_between_searches),
    cmocka_unit_test(bench_signature_is_deterministic),
};

int main(void)
{
    return cmocka_run_group_tests(tests, NULL, NULL);
}
