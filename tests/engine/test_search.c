/* SPDX-License-Identifier: MIT */
/* The search: mates, draws it must find or avoid, limits, several lines, threads. */
#include <pthread.h>
#include <sched.h>

#include "engine/bench.h"
#include "platform/monotonic.h"
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
    {"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2, 6},
    {"r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 0", 2, 6},
    {"1rb4r/pkPp3p/1b1P3n/1Q6/N3Pp2/8/P1P3PP/7K w - - 1 0", 2, 8},
    {"r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1", 3, 10},
    {"r3k2r/ppp2Npp/1b5n/4p2b/2B1P2q/BQP2P2/P5PP/RN5K w kq - 1 0", 3, 10},
    {"2q1nk1r/4Rp2/1ppp1P2/6Pp/3p1B2/3P3P/PPP1Q3/6K1 w - - 0 1", 5, 16},
};

static void mates_are_found_and_counted(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof mates / sizeof *mates; i++) {
        const struct mate *const mate = &mates[i];
        const rk_search_result result = search_to_depth(position(mate->fen), mate->depth);
        if (result.score != RK_MATE - (2 * mate->moves - 1))
            fail_msg("%s: %d instead of mate in %d", mate->fen, result.score, mate->moves);
    }
}

static void go_mate_ends_when_the_mate_is_found(void **state)
{
    (void)state;
    rk_engine *const engine = make_engine(1);
    const rk_position pos = position("r3k2r/ppp2Npp/1b5n/4p2b/2B1P2q/BQP2P2/P5PP/RN5K w kq - 1 0");
    const rk_search_result result = search_position(engine, pos, (rk_search_limits){.mate = 3});
    assert_int_equal(result.score, RK_MATE - 5);
    rk_engine_destroy(engine);
}

static void being_mated_is_counted_too(void **state)
{
    (void)state;
    const rk_search_result result = search_to_depth(position("k7/8/1K6/8/8/8/8/7R b - - 0 1"), 6);
    assert_int_equal(result.score, -(RK_MATE - 2));
}

static void who_has_no_move_gets_none(void **state)
{
    (void)state;
    const rk_search_result mated = search_to_depth(position("8/8/8/8/8/5k2/6q1/7K w - - 0 1"), 5);
    assert_int_equal(mated.best, RK_NO_MOVE);
    const rk_search_result stalemated =
        search_to_depth(position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), 5);
    assert_int_equal(stalemated.best, RK_NO_MOVE);
}

// ---- draws -----------------------------------------------------------------------------------

static void a_pawn_that_only_stalemates_is_a_draw(void **state)
{
    (void)state;
    // A rook's pawn and a king in its corner.
    assert_int_equal(search_to_depth(position("k7/8/P7/K7/8/8/8/8 w - - 0 1"), 12).score, 0);
}

static void perpetual_check_saves_who_is_behind(void **state)
{
    (void)state;
    // Two rooks to one queen, but the queen checks on e8 and h5 for ever.
    const rk_position pos = position("6k1/6p1/8/8/4Q3/8/rr4PP/6K1 w - - 0 1");
    const rk_search_result result = search_to_depth(pos, 12);
    assert_int_equal(result.score, 0);
    assert_true(is_one_of(&pos, result.best, "e4e8 e4d5 e4c4 e4e6"));
}

static void who_is_ahead_does_not_repeat(void **state)
{
    (void)state;
    // The game has shuffled; one more rook move stands for the third time.
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

static void who_is_behind_repeats(void **state)
{
    (void)state;
    // A queen down, the king goes back to where the game has been.
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

static void the_fifty_moves_end_what_would_be_won(void **state)
{
    (void)state;
    const rk_search_result fresh = search_to_depth(position("8/8/8/8/8/4k3/7r/4K3 b - - 0 80"), 12);
    assert_true(fresh.score > 300);
    // The rook needs more moves than are left.
    const rk_search_result late = search_to_depth(position("8/8/8/3k4/8/8/7r/K7 b - - 98 80"), 8);
    assert_int_equal(late.score, 0);
}

static void mate_on_the_hundredth_ply_goes_before_the_draw(void **state)
{
    (void)state;
    const rk_search_result result = search_to_depth(position("7k/8/6K1/8/8/8/8/R7 w - - 99 80"), 4);
    assert_int_equal(result.score, RK_MATE - 1);
}

static void bare_kings_are_drawn(void **state)
{
    (void)state;
    assert_int_equal(search_to_depth(position("8/8/3kP3/8/8/3K4/8/8 b - - 0 1"), 8).score, 0);
}

// ---- limits ----------------------------------------------------------------------------------

static void one_thread_does_the_same_again(void **state)
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

static void nodes_are_kept_to_exactly(void **state)
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

static void only_the_moves_asked_for_are_searched(void **state)
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
    rk_move firsts[8];
    rk_position pos;
};

// Every line is made of legal moves.
static void update_pv(void *context, const rk_search_line *line)
{
    struct lines *const lines = context;
    if (!line->move_count) // what a long search looks at now
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
    lines->firsts[line->number] = line->moves[0];
    lines->last_depth = line->depth;
}

static void several_lines_are_different_and_in_order(void **state)
{
    (void)state;
    struct lines lines = {.pos = position("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/"
                                          "R3K2R w KQkq - 0 1")};
    rk_engine *const engine = make_engine(1);
    rk_search_result result;
    rk_engine_search(engine, &lines.pos, 1, &(rk_search_limits){.depth = 8, .lines = 4}, update_pv,
                     &lines, &result);
    for (unsigned i = 1; i < 4; i++) {
        assert_true(lines.count[i] >= 8);
        assert_true(lines.scores[i] >= lines.scores[i + 1]);
        for (unsigned j = i + 1; j <= 4; j++)
            assert_int_not_equal(lines.firsts[i], lines.firsts[j]);
    }
    assert_int_equal(result.best, lines.firsts[1]);
    rk_engine_destroy(engine);
}

struct depths {
    unsigned depth;
    rk_move best;
};

// A depth that is told again is one that the next did not replace.
static void note_depth(void *context, const rk_search_line *line)
{
    struct depths *const depths = context;
    if (!line->move_count)
        return;
    if (line->depth == depths->depth)
        assert_int_equal(line->moves[0], depths->best);
    *depths = (struct depths){line->depth, line->moves[0]};
}

static void ended_in_the_middle_of_a_depth_it_plays_the_best_move_of_the_last(void **state)
{
    (void)state;
    rk_engine *const engine = make_engine(1);
    const rk_position pos = rk_position_start(RK_STANDARD);
    for (uint64_t nodes = 1000; nodes < 400000; nodes += nodes / 4) {
        struct depths depths = {.depth = 0};
        rk_search_result result;
        rk_engine_forget(engine);
        rk_engine_search(engine, &pos, 1, &(rk_search_limits){.nodes = nodes}, note_depth, &depths,
                         &result);
        assert_int_equal(result.best, depths.best);
    }
    rk_engine_destroy(engine);
}

// ---- from other threads ----------------------------------------------------------------------

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

static void sleep_ms(int64_t wanted)
{
    const int64_t start = monotonic_ms();
    while (monotonic_ms() - start < wanted)
        sched_yield();
}

static void a_search_without_end_ends_when_stopped(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads <= 4; threads += 3) {
        struct task task = {.engine = make_engine(threads)};
        pthread_t thread;
        rk_engine_announce(task.engine);
        assert_int_equal(pthread_create(&thread, NULL, run_task, &task), 0);
        sleep_ms(60);
        const int64_t asked = monotonic_ms();
        rk_engine_stop(task.engine);
        pthread_join(thread, NULL);
        assert_true(task.ended - asked < 500); // 10 on a machine that has nothing else to do
        assert_int_not_equal(task.result.best, RK_NO_MOVE);
        rk_engine_destroy(task.engine);
    }
}

static void a_stop_after_the_announcement_is_not_lost(void **state)
{
    (void)state;
    struct task task = {.engine = make_engine(1)};
    rk_engine_announce(task.engine);
    rk_engine_stop(task.engine);
    run_task(&task); // returns at once, with a move
    assert_int_not_equal(task.result.best, RK_NO_MOVE);
    rk_engine_destroy(task.engine);
}

static void a_stop_before_any_search_does_nothing(void **state)
{
    (void)state;
    struct task task = {.engine = make_engine(1), .limits = {.depth = 6}};
    rk_engine_stop(task.engine);
    run_task(&task);
    assert_int_equal(task.result.depth, 6);
    rk_engine_destroy(task.engine);
}

static void pondering_begins_its_clock_when_the_move_is_played(void **state)
{
    (void)state;
    struct task task = {.engine = make_engine(1), .limits = {.move_time = 50, .ponder = true}};
    pthread_t thread;
    rk_engine_announce(task.engine);
    assert_int_equal(pthread_create(&thread, NULL, run_task, &task), 0);
    sleep_ms(150);
    const int64_t asked = monotonic_ms();
    rk_engine_ponderhit(task.engine);
    pthread_join(thread, NULL);
    assert_true(task.ended - asked >= 45); // it had not stopped before
    rk_engine_destroy(task.engine);
}

static void several_threads_end_at_the_depth_asked_for(void **state)
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
        assert_in_range(result.score + 200, 0, 400); // known by whoever was first there
    }
    rk_engine_destroy(engine);
}

static void several_threads_share_the_moves_they_may_look_at(void **state)
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

static void four_threads_find_what_one_finds(void **state)
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
    options.hash_mib = SIZE_MAX; // more than there is
    assert_int_equal(rk_engine_configure(engine, &options), RK_NO_MEMORY);
    options.hash_mib = 1;
    options.threads = RK_THREADS_MAX + 1;
    assert_int_equal(rk_engine_configure(engine, &options), RK_NO_MEMORY);
    const rk_position pos = position("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1");
    assert_int_equal(search_position(engine, pos, (rk_search_limits){.depth = 4}).score,
                     RK_MATE - 1);
    rk_engine_destroy(engine);
}

static void the_signature_of_the_search_is_always_the_same(void **state)
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
    cmocka_unit_test(mates_are_found_and_counted),
    cmocka_unit_test(go_mate_ends_when_the_mate_is_found),
    cmocka_unit_test(being_mated_is_counted_too),
    cmocka_unit_test(who_has_no_move_gets_none),
    cmocka_unit_test(a_pawn_that_only_stalemates_is_a_draw),
    cmocka_unit_test(perpetual_check_saves_who_is_behind),
    cmocka_unit_test(who_is_ahead_does_not_repeat),
    cmocka_unit_test(who_is_behind_repeats),
    cmocka_unit_test(the_fifty_moves_end_what_would_be_won),
    cmocka_unit_test(mate_on_the_hundredth_ply_goes_before_the_draw),
    cmocka_unit_test(bare_kings_are_drawn),
    cmocka_unit_test(one_thread_does_the_same_again),
    cmocka_unit_test(nodes_are_kept_to_exactly),
    cmocka_unit_test(only_the_moves_asked_for_are_searched),
    cmocka_unit_test(several_lines_are_different_and_in_order),
    cmocka_unit_test(ended_in_the_middle_of_a_depth_it_plays_the_best_move_of_the_last),
    cmocka_unit_test(a_search_without_end_ends_when_stopped),
    cmocka_unit_test(a_stop_after_the_announcement_is_not_lost),
    cmocka_unit_test(a_stop_before_any_search_does_nothing),
    cmocka_unit_test(pondering_begins_its_clock_when_the_move_is_played),
    cmocka_unit_test(several_threads_end_at_the_depth_asked_for),
    cmocka_unit_test(several_threads_share_the_moves_they_may_look_at),
    cmocka_unit_test(four_threads_find_what_one_finds),
    cmocka_unit_test(options_can_change_between_searches),
    cmocka_unit_test(the_signature_of_the_search_is_always_the_same),
};

int main(void)
{
    return cmocka_run_group_tests(tests, NULL, NULL);
}
