/* SPDX-License-Identifier: MIT */
/* The protocol with the engine behind it: searches that are stopped, hit and ended in any
 * order, on several threads. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "base/buffer.h"
#include "engine/bench.h"
#include "platform/monotonic.h"
#include "support/engine.h"
#include "uci/protocol.h"

enum { AT_MOST = 1000 }; /* milliseconds for what should take ten; machines may be busy */

struct stage {
    pthread_mutex_t mutex;
    struct buffer said;
    unsigned best_moves;
    struct uci *uci;
};

static void hear(void *context, const char *line)
{
    struct stage *stage = context;
    pthread_mutex_lock(&stage->mutex);
    buffer_text(&stage->said, line);
    buffer_put(&stage->said, '\n');
    stage->best_moves += !strncmp(line, "bestmove ", 9);
    pthread_mutex_unlock(&stage->mutex);
}

static void wait_a_moment(long milliseconds)
{
    const struct timespec moment = {.tv_nsec = milliseconds * 1000000};
    nanosleep(&moment, NULL);
}

static struct stage *open_stage_with(int64_t (*clock)(void *context))
{
    struct stage *stage = calloc(1, sizeof *stage);
    assert_non_null(stage);
    pthread_mutex_init(&stage->mutex, NULL);
    const struct uci_host host = {
        .context = stage, .write_line = hear, .now = clock, .hash_max = 16};
    assert_int_equal(uci_create(&host, &stage->uci), RK_OK);
    return stage;
}

static struct stage *open_stage(void)
{
    return open_stage_with(monotonic_callback);
}

static void close_stage(struct stage *stage)
{
    uci_destroy(stage->uci);
    pthread_mutex_destroy(&stage->mutex);
    buffer_fini(&stage->said);
    free(stage);
}

static bool tell(struct stage *stage, const char *line)
{
    return uci_handle_line(stage->uci, line, strlen(line));
}

static unsigned count_best_moves(struct stage *stage)
{
    pthread_mutex_lock(&stage->mutex);
    const unsigned count = stage->best_moves;
    pthread_mutex_unlock(&stage->mutex);
    return count;
}

static void stop_is_answered_at_once(void **state)
{
    (void)state;
    struct stage *stage = open_stage();
    tell(stage, "setoption name Threads value 2");
    for (unsigned i = 0; i < 5; i++) {
        tell(stage, "go infinite");
        wait_a_moment(20 * (long)i);
        const int64_t before = monotonic_ms();
        tell(stage, "stop");
        assert_int_equal(count_best_moves(stage), i + 1);
        assert_true(monotonic_ms() - before < AT_MOST);
    }
    tell(stage, "go infinite");
    const int64_t before = monotonic_ms();
    assert_false(tell(stage, "quit"));
    assert_true(monotonic_ms() - before < AT_MOST);
    assert_int_equal(count_best_moves(stage), 6);
    close_stage(stage);
}

static void every_go_has_one_best_move_whatever_comes_between(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "go infinite",
        "go depth 3",
        "stop",
        "isready",
        "go nodes 200",
        "ponderhit",
        "stop",
        "position startpos moves e2e4 e7e5",
        "go ponder depth 2",
        "go movetime 1",
        "ucinewgame",
        "go wtime 10 btime 10",
        "stop",
        "rubbish",
        "d",
        "setoption name Threads value 2",
        "go ponder wtime 5 btime 5",
        "setoption name MultiPV value 2",
        "go mate 1",
        "stop",
    };
    unsigned goes = 0;
    uint32_t chance = 1;
    struct stage *stage = open_stage();
    for (int i = 0; i < 150; i++) {
        chance = chance * 1664525 + 1013904223;
        const char *line = lines[(chance >> 16) % (sizeof lines / sizeof *lines)];
        assert_true(tell(stage, line));
        goes += !strncmp(line, "go ", 3);
    }
    uci_finish(stage->uci);
    assert_int_equal(count_best_moves(stage), goes);
    close_stage(stage);
}

static void await_best_move(struct stage *stage, unsigned count)
{
    const int64_t before = monotonic_ms();
    while (count_best_moves(stage) < count && monotonic_ms() - before < 10 * (int64_t)AT_MOST)
        wait_a_moment(1);
    assert_int_equal(count_best_moves(stage), count);
}

static void pondering_is_silent_until_it_is_hit_though_its_search_has_ended(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "go ponder depth 1",        "go ponder nodes 100",
        "go ponder movetime 1",     "go ponder wtime 1 btime 1",
        "go ponder mate 1 depth 2", "go ponder wtime 1000 btime 1000 searchmoves e2e4",
    };
    struct stage *stage = open_stage();
    unsigned best_moves = 0;
    for (unsigned level = 0; level < 2; level++) {
        tell(stage, level ? "setoption name Level value 1" : "setoption name Level value 0");
        for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
            tell(stage, lines[i]);
            wait_a_moment(20);
            assert_int_equal(count_best_moves(stage), best_moves);
            tell(stage, "ponderhit");
            await_best_move(stage, ++best_moves);
        }
    }
    // As weak as it is, it does not end what has no end.
    tell(stage, "go infinite");
    wait_a_moment(20);
    tell(stage, "ponderhit");
    wait_a_moment(20);
    assert_int_equal(count_best_moves(stage), best_moves);
    tell(stage, "stop");
    assert_int_equal(count_best_moves(stage), best_moves + 1);
    close_stage(stage);
}

static _Atomic int64_t fake_time;

static int64_t ask_fake_time(void *context)
{
    (void)context;
    return atomic_load(&fake_time);
}

static void the_clock_of_a_ponder_search_begins_with_the_hit(void **state)
{
    (void)state;
    atomic_store(&fake_time, 0);
    struct stage *stage = open_stage_with(ask_fake_time);
    tell(stage, "position startpos moves e2e4 e7e5");
    tell(stage, "go ponder wtime 10000 btime 10000");
    wait_a_moment(20);
    atomic_store(&fake_time, 1000000); // a long think of the opponent
    wait_a_moment(20);
    assert_int_equal(count_best_moves(stage), 0);
    tell(stage, "ponderhit");
    wait_a_moment(20);
    assert_int_equal(count_best_moves(stage), 0);
    // All that was left when it was told to go, from when it has heard of the hit.
    for (int i = 0; i < 1000 && !count_best_moves(stage); i++) {
        atomic_fetch_add(&fake_time, 10000);
        wait_a_moment(1);
    }
    assert_int_equal(count_best_moves(stage), 1);
    close_stage(stage);
}

static void bench_is_the_signature_of_the_search(void **state)
{
    (void)state;
    const rk_engine_options options = {
        .hash_mib = BENCH_HASH_MIB, .threads = 1, .now = monotonic_callback};
    rk_engine *engine;
    char expected[64];
    assert_int_equal(rk_engine_create(&options, &engine), RK_OK);
    snprintf(expected, sizeof expected, "nodes %llu seconds",
             (unsigned long long)bench_search(engine, 4, NULL));
    rk_engine_destroy(engine);
    for (int i = 0; i < 2; i++) {
        struct stage *stage = open_stage();
        tell(stage, "setoption name Threads value 2");
        tell(stage, "bench 4");
        uci_finish(stage->uci);
        assert_non_null(strstr(buffer_cstr(&stage->said), expected));
        close_stage(stage);
    }
}

static void bench_can_be_stopped(void **state)
{
    (void)state;
    struct stage *stage = open_stage();
    tell(stage, "bench 100");
    wait_a_moment(20);
    const int64_t before = monotonic_ms();
    tell(stage, "stop");
    assert_true(monotonic_ms() - before < AT_MOST);
    assert_string_equal(buffer_cstr(&stage->said), "info string bench stopped\n");
    close_stage(stage);
}

static void a_search_with_an_end_is_finished_at_the_end_of_input(void **state)
{
    (void)state;
    struct stage *stage = open_stage();
    tell(stage, "position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
    tell(stage, "go depth 4");
    uci_finish(stage->uci);
    assert_non_null(strstr(buffer_cstr(&stage->said), "score mate 1 "));
    assert_non_null(strstr(buffer_cstr(&stage->said), "bestmove a1a8\n"));
    close_stage(stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stop_is_answered_at_once),
        cmocka_unit_test(every_go_has_one_best_move_whatever_comes_between),
        cmocka_unit_test(pondering_is_silent_until_it_is_hit_though_its_search_has_ended),
        cmocka_unit_test(the_clock_of_a_ponder_search_begins_with_the_hit),
        cmocka_unit_test(bench_is_the_signature_of_the_search),
        cmocka_unit_test(bench_can_be_stopped),
        cmocka_unit_test(a_search_with_an_end_is_finished_at_the_end_of_input),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
