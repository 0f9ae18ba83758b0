/* SPDX-License-Identifier: MIT */
/* The protocol with the real engine: searches that are stopped, hit and ended in any order. */
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
#include "base/monotonic.h"
#include "engine/bench.h"
#include "support/engine.h"
#include "uci/protocol.h"

enum { TIMEOUT_MS = 10000 }; /* for what takes 10 ms on an idle machine */

struct session {
    pthread_mutex_t mutex;
    struct buffer output;
    unsigned best_moves;
    struct uci *uci;
};

static void append_output(void *context, const char *line)
{
    struct session *session = context;
    pthread_mutex_lock(&session->mutex);
    buffer_text(&session->output, line);
    buffer_put(&session->output, '\n');
    session->best_moves += !strncmp(line, "bestmove ", 9);
    pthread_mutex_unlock(&session->mutex);
}

static void sleep_ms(long milliseconds)
{
    const struct timespec duration = {.tv_nsec = milliseconds * 1000000};
    nanosleep(&duration, NULL);
}

static struct session *open_session_with(int64_t (*clock)(void *context))
{
    struct session *session = calloc(1, sizeof *session);
    assert_non_null(session);
    pthread_mutex_init(&session->mutex, NULL);
    const struct uci_host host = {
        .context = session, .write_line = append_output, .now = clock, .hash_max = 16};
    assert_int_equal(uci_create(&host, &session->uci), RK_OK);
    return session;
}

static struct session *open_session(void)
{
    return open_session_with(monotonic_callback);
}

static void close_session(struct session *session)
{
    uci_destroy(session->uci);
    pthread_mutex_destroy(&session->mutex);
    buffer_fini(&session->output);
    free(session);
}

static bool send_line(struct session *session, const char *line)
{
    return uci_handle_line(session->uci, line, strlen(line));
}

static unsigned count_bestmoves(struct session *session)
{
    pthread_mutex_lock(&session->mutex);
    const unsigned count = session->best_moves;
    pthread_mutex_unlock(&session->mutex);
    return count;
}

static void stop_is_answered_quickly(void **state)
{
    (void)state;
    struct session *session = open_session();
    send_line(session, "setoption name Threads value 2");
    for (unsigned i = 0; i < 5; i++) {
        send_line(session, "go infinite");
        sleep_ms(20 * (long)i);
        const int64_t before = monotonic_ms();
        send_line(session, "stop");
        assert_int_equal(count_bestmoves(session), i + 1);
        assert_true(monotonic_ms() - before < TIMEOUT_MS);
    }
    send_line(session, "go infinite");
    const int64_t before = monotonic_ms();
    assert_false(send_line(session, "quit"));
    assert_true(monotonic_ms() - before < TIMEOUT_MS);
    assert_int_equal(count_bestmoves(session), 6);
    close_session(session);
}

static void every_go_has_one_bestmove(void **state)
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
    uint32_t random_number = 1;
    struct session *session = open_session();
    for (int i = 0; i < 150; i++) {
        random_number = random_number * 1664525 + 1013904223;
        const char *line = lines[(random_number >> 16) % (sizeof lines / sizeof *lines)];
        assert_true(send_line(session, line));
        goes += !strncmp(line, "go ", 3);
    }
    uci_finish(session->uci, UCI_GRACE_UNLIMITED);
    assert_int_equal(count_bestmoves(session), goes);
    close_session(session);
}

static void wait_for_bestmoves(struct session *session, unsigned count)
{
    const int64_t before = monotonic_ms();
    while (count_bestmoves(session) < count && monotonic_ms() - before < 10 * (int64_t)TIMEOUT_MS)
        sleep_ms(1);
    assert_int_equal(count_bestmoves(session), count);
}

static void finished_ponder_search_waits_for_ponderhit(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "go ponder depth 1",        "go ponder nodes 100",
        "go ponder movetime 1",     "go ponder wtime 1 btime 1",
        "go ponder mate 1 depth 2", "go ponder wtime 1000 btime 1000 searchmoves e2e4",
    };
    struct session *session = open_session();
    unsigned best_moves = 0;
    for (unsigned level = 0; level < 2; level++) {
        send_line(session, level ? "setoption name Level value 1" : "setoption name Level value 0");
        for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
            send_line(session, lines[i]);
            sleep_ms(20);
            assert_int_equal(count_bestmoves(session), best_moves);
            send_line(session, "ponderhit");
            wait_for_bestmoves(session, ++best_moves);
        }
    }
    // A weakened engine does not end an infinite search either.
    send_line(session, "go infinite");
    sleep_ms(20);
    send_line(session, "ponderhit");
    sleep_ms(20);
    assert_int_equal(count_bestmoves(session), best_moves);
    send_line(session, "stop");
    assert_int_equal(count_bestmoves(session), best_moves + 1);
    close_session(session);
}

static _Atomic int64_t fake_time;

static int64_t read_fake_time(void *context)
{
    (void)context;
    return atomic_load(&fake_time);
}

static void ponder_clock_starts_with_ponderhit(void **state)
{
    (void)state;
    atomic_store(&fake_time, 0);
    struct session *session = open_session_with(read_fake_time);
    send_line(session, "position startpos moves e2e4 e7e5");
    send_line(session, "go ponder wtime 10000 btime 10000");
    sleep_ms(20);
    atomic_store(&fake_time, 1000000); // the opponent takes long
    sleep_ms(20);
    assert_int_equal(count_bestmoves(session), 0);
    send_line(session, "ponderhit");
    sleep_ms(20);
    assert_int_equal(count_bestmoves(session), 0);
    // The whole budget counts from the ponderhit on.
    for (int i = 0; i < 1000 && !count_bestmoves(session); i++) {
        atomic_fetch_add(&fake_time, 10000);
        sleep_ms(1);
    }
    assert_int_equal(count_bestmoves(session), 1);
    close_session(session);
}

static void bench_prints_the_signature(void **state)
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
        struct session *session = open_session();
        send_line(session, "setoption name Threads value 2");
        send_line(session, "bench 4");
        uci_finish(session->uci, UCI_GRACE_UNLIMITED);
        assert_non_null(strstr(buffer_cstr(&session->output), expected));
        close_session(session);
    }
}

static void bench_can_be_stopped(void **state)
{
    (void)state;
    struct session *session = open_session();
    send_line(session, "bench 100");
    sleep_ms(20);
    const int64_t before = monotonic_ms();
    send_line(session, "stop");
    assert_true(monotonic_ms() - before < TIMEOUT_MS);
    assert_string_equal(buffer_cstr(&session->output), "info string bench stopped\n");
    close_session(session);
}

static void limited_search_finishes_after_the_end_of_input(void **state)
{
    (void)state;
    struct session *session = open_session();
    send_line(session, "position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
    send_line(session, "go depth 4");
    uci_finish(session->uci, 10 * (int64_t)TIMEOUT_MS);
    assert_non_null(strstr(buffer_cstr(&session->output), "info depth 4 "));
    assert_non_null(strstr(buffer_cstr(&session->output), "score mate 1 "));
    assert_non_null(strstr(buffer_cstr(&session->output), "bestmove a1a8\n"));
    close_session(session);
}

/* Without the end of input, each of them would run for minutes at least. */
static void end_of_input_ends_every_search(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "go depth 100",
        "go nodes 100000000000",
        "go movetime 1000000000",
        "go wtime 1000000000 btime 1000000000",
        "go mate 100",
        "go infinite",
        "go ponder depth 1",
        "go ponder wtime 1000000000 btime 1000000000",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        for (int64_t grace = 0; grace <= 20; grace += 20) {
            struct session *session = open_session();
            send_line(session, lines[i]);
            uci_finish(session->uci, grace);
            assert_int_equal(count_bestmoves(session), 1);
            assert_non_null(strstr(buffer_cstr(&session->output), "info depth 1 ")); // a real move
            assert_false(send_line(session, "isready"));
            close_session(session);
        }
}

static void end_of_input_ends_waiting_searches_too(void **state)
{
    (void)state;
    struct session *session = open_session();
    for (unsigned i = 0; i < 5; i++)
        send_line(session, "go depth 100");
    send_line(session, "position fen k7/1Q6/1K6/8/8/8/8/8 b - - 0 1");
    send_line(session, "go infinite"); // there is no move to wait for
    uci_finish(session->uci, 0);
    assert_int_equal(count_bestmoves(session), 6);
    assert_non_null(strstr(buffer_cstr(&session->output), "bestmove 0000\n"));
    close_session(session);
}

static void end_of_input_ends_a_search_that_found_no_move(void **state)
{
    (void)state;
    struct session *session = open_session();
    send_line(session, "go ponder nodes 1");
    uci_finish(session->uci, 20);
    assert_int_equal(count_bestmoves(session), 1);
    close_session(session);
}

static void end_of_input_does_not_end_perft_and_bench(void **state)
{
    (void)state;
    struct session *session = open_session();
    send_line(session, "go perft 5");
    send_line(session, "bench 3");
    uci_finish(session->uci, 0);
    assert_non_null(strstr(buffer_cstr(&session->output), "nodes 4865609\n"));
    assert_non_null(strstr(buffer_cstr(&session->output), " seconds "));
    close_session(session);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stop_is_answered_quickly),
        cmocka_unit_test(every_go_has_one_bestmove),
        cmocka_unit_test(finished_ponder_search_waits_for_ponderhit),
        cmocka_unit_test(ponder_clock_starts_with_ponderhit),
        cmocka_unit_test(bench_prints_the_signature),
        cmocka_unit_test(bench_can_be_stopped),
        cmocka_unit_test(limited_search_finishes_after_the_end_of_input),
        cmocka_unit_test(end_of_input_ends_every_search),
        cmocka_unit_test(end_of_input_ends_waiting_searches_too),
        cmocka_unit_test(end_of_input_ends_a_search_that_found_no_move),
        cmocka_unit_test(end_of_input_does_not_end_perft_and_bench),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
