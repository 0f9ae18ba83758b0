/* SPDX-License-Identifier: MIT */
/* External engines, well-behaved and broken: tests/support/scripted-engine. */
#include "uci/external.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

#include <cmocka.h>

#include "base/monotonic.h"
#include "support/engine.h"
#include "support/folder.h"

enum { TIMEOUT_MS = 30000 }; /* generous: machines may be busy */

static rk_err start(const char *command, const char *const *settings, int64_t timeout,
                    struct external **out)
{
    char why[256] = "";
    const struct external_options options = {
        .command = command, .settings = settings, .now = monotonic_callback, .timeout = timeout};
    const rk_err err = external_start(&options, out, why, sizeof why);
    assert_int_equal(err != RK_OK, *why != '\0');
    return err;
}

static struct external *start_fake(const char *behaviour)
{
    char command[128];
    struct external *engine = NULL;
    snprintf(command, sizeof command, "tests/support/scripted-engine %s", behaviour);
    assert_int_equal(start(command, NULL, TIMEOUT_MS, &engine), RK_OK);
    return engine;
}

static enum external_result search(struct external *engine, int64_t timeout,
                                   struct external_reply *out)
{
    const rk_search_limits limits = {.depth = 12};
    return external_search(engine, NULL, "", &limits, timeout, out);
}

static void assert_no_child(void)
{
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
}

static void engine_replies_to_a_search(void **state)
{
    (void)state;
    struct external *engine = start_fake("well");
    struct external_reply reply;
    assert_string_equal(external_name(engine), "Fake 1.0");
    assert_true(external_new_game(engine, RK_STANDARD));
    assert_int_equal(search(engine, TIMEOUT_MS, &reply), EXTERNAL_REPLIED);
    assert_string_equal(reply.best, "e2e4");
    assert_string_equal(reply.ponder, "e7e5");
    assert_true(reply.has_score);
    assert_int_equal(reply.score, 34);
    assert_int_equal(reply.depth, 12);
    assert_int_equal(reply.nodes, 123456);
    external_stop(engine);
    assert_no_child();
}

static void read_file(const char *path, char *out, size_t size)
{
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    out[fread(out, 1, size - 1, file)] = '\0';
    fclose(file);
}

static void commands_are_sent_exactly(void **state)
{
    (void)state;
    const struct folder folder = folder_make();
    char path[128], command[256], received[1024];
    snprintf(path, sizeof path, "%s/engine input", folder.path);
    snprintf(command, sizeof command, "\"tests/support/scripted-engine\"  'well' \"%s\"", path);
    const char *const settings[] = {"Hash=16", "Clear Hash", "Log File=", NULL};
    struct external *engine = NULL;
    struct external_reply reply;
    assert_int_equal(start(command, settings, TIMEOUT_MS, &engine), RK_OK);
    assert_true(external_new_game(engine, RK_THREE_CHECK));
    const rk_search_limits timed = {
        .timed = true, .left = {60000, 59000}, .increment = {20, 30}, .moves_to_go = 40};
    external_search(engine, NULL, "e2e4 e7e5", &timed, TIMEOUT_MS, &reply);
    const rk_search_limits none = {.nodes = 0};
    external_search(engine, "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1", NULL, &none, TIMEOUT_MS, &reply);
    external_stop(engine);
    read_file(path, received, sizeof received);
    assert_string_equal(received, "uci\n"
                                  "setoption name Hash value 16\n"
                                  "setoption name Clear Hash\n"
                                  "setoption name Log File value\n"
                                  "isready\n"
                                  "setoption name UCI_Variant value 3check\n"
                                  "setoption name UCI_Chess960 value false\n"
                                  "ucinewgame\n"
                                  "isready\n"
                                  "position startpos moves e2e4 e7e5\n"
                                  "go wtime 60000 btime 59000 winc 20 binc 30 movestogo 40\n"
                                  "position fen 8/8/8/8/8/4k3/4p3/4K3 w - - 0 1\n"
                                  "go infinite\n"
                                  "quit\n");
    folder_remove(&folder);
}

// ---- pondering -------------------------------------------------------------------------------

struct ponder_fixture {
    struct folder folder;
    char path[128], received[4096];
    struct external *engine;
    struct external_reply reply;
};

static const rk_search_limits ponder_limits = {
    .timed = true, .left = {60000, 59000}, .increment = {20, 20}};

/* Starts an engine that expects 1...e7e5, and lets it ponder on that. */
static void start_pondering(struct ponder_fixture *fixture, const char *behaviour)
{
    char command[256], why[256];
    fixture->folder = folder_make();
    snprintf(fixture->path, sizeof fixture->path, "%s/input", fixture->folder.path);
    snprintf(command, sizeof command, "tests/support/scripted-engine %s %s", behaviour,
             fixture->path);
    const struct external_options options = {
        .command = command, .now = monotonic_callback, .timeout = TIMEOUT_MS, .ponder = true};
    assert_int_equal(external_start(&options, &fixture->engine, why, sizeof why), RK_OK);
    external_ponder(fixture->engine, NULL, "e2e4 e7e5", &ponder_limits);
}

static enum external_result search_after(struct ponder_fixture *fixture, const char *moves,
                                         int64_t timeout)
{
    return external_search(fixture->engine, NULL, moves, &ponder_limits, timeout, &fixture->reply);
}

/* Stops the engine and returns what it has read after the handshake. */
static const char *end_pondering(struct ponder_fixture *fixture)
{
    external_stop(fixture->engine);
    read_file(fixture->path, fixture->received, sizeof fixture->received);
    folder_remove(&fixture->folder);
    const char *start = strstr(fixture->received, "isready\n");
    assert_non_null(start);
    return start + strlen("isready\n");
}

#define PONDER_GO                         \
    "position startpos moves e2e4 e7e5\n" \
    "go ponder wtime 60000 btime 59000 winc 20 binc 20\n"

static void an_expected_move_is_a_ponderhit(void **state)
{
    (void)state;
    struct ponder_fixture fixture;
    start_pondering(&fixture, "ponders");
    assert_true(external_can_ponder(fixture.engine));
    assert_int_equal(search_after(&fixture, "e2e4 e7e5", TIMEOUT_MS), EXTERNAL_REPLIED);
    assert_string_equal(fixture.reply.best, "g1f3");
    assert_string_equal(fixture.reply.ponder, "b8c6");
    assert_int_equal(fixture.reply.score, 12); // reported before the ponderhit
    assert_int_equal(fixture.reply.nodes, 800);
    assert_string_equal(end_pondering(&fixture), PONDER_GO "ponderhit\nquit\n");
}

static void another_move_stops_pondering_before_the_search(void **state)
{
    (void)state;
    struct ponder_fixture fixture;
    start_pondering(&fixture, "ponders");
    assert_int_equal(search_after(&fixture, "e2e4 c7c5", TIMEOUT_MS), EXTERNAL_REPLIED);
    assert_string_equal(fixture.reply.best, "e2e4"); // not h2h4, the reply to `stop`
    assert_int_equal(fixture.reply.depth, 12);
    assert_string_equal(end_pondering(&fixture),
                        PONDER_GO "stop\n"
                                  "position startpos moves e2e4 c7c5\n"
                                  "go wtime 60000 btime 59000 winc 20 binc 20\n"
                                  "quit\n");
}

static void a_new_game_stops_pondering(void **state)
{
    (void)state;
    struct ponder_fixture fixture;
    start_pondering(&fixture, "ponders");
    assert_true(external_new_game(fixture.engine, RK_STANDARD));
    assert_int_equal(search_after(&fixture, "e2e4 e7e5", TIMEOUT_MS), EXTERNAL_REPLIED);
    assert_string_equal(fixture.reply.best, "e2e4");
    assert_string_equal(end_pondering(&fixture),
                        PONDER_GO "stop\nucinewgame\nisready\n"
                                  "position startpos moves e2e4 e7e5\n"
                                  "go wtime 60000 btime 59000 winc 20 binc 20\nquit\n");
}

/* Waits until the engine has written a bestmove and, after that, the word "answered" to its file.
 */
static void wait_for_answer(struct ponder_fixture *fixture)
{
    const struct timespec millisecond = {.tv_nsec = 1000000};
    do {
        nanosleep(&millisecond, NULL);
        read_file(fixture->path, fixture->received, sizeof fixture->received);
    } while (!strstr(fixture->received, "answered"));
}

static void a_bestmove_while_pondering_is_not_taken_for_a_reply(void **state)
{
    (void)state;
    static const char *const replies[] = {"e2e4 e7e5", "e2e4 c7c5"};
    for (int i = 0; i < 2; i++) {
        struct ponder_fixture fixture;
        start_pondering(&fixture, "hasty");
        wait_for_answer(&fixture);
        assert_int_equal(search_after(&fixture, replies[i], TIMEOUT_MS), EXTERNAL_REPLIED);
        assert_string_equal(fixture.reply.best, "e2e4"); // not a2a3
        (void)end_pondering(&fixture);
    }
}

static void an_engine_that_does_not_stop_pondering_runs_out_of_time(void **state)
{
    (void)state;
    static const char *const replies[] = {"e2e4 e7e5", "e2e4 c7c5"};
    for (int i = 0; i < 2; i++) {
        struct ponder_fixture fixture;
        start_pondering(&fixture, "deaf");
        assert_int_equal(search_after(&fixture, replies[i], 100), EXTERNAL_TIMED_OUT);
        assert_false(external_is_alive(fixture.engine));
        assert_true(fixture.reply.elapsed >= 100);
        (void)end_pondering(&fixture);
        assert_no_child();
    }
}

static void an_engine_without_the_option_does_not_ponder(void **state)
{
    (void)state;
    struct ponder_fixture fixture;
    start_pondering(&fixture, "well");
    assert_false(external_can_ponder(fixture.engine));
    assert_int_equal(search_after(&fixture, "e2e4 e7e5", TIMEOUT_MS), EXTERNAL_REPLIED);
    assert_string_equal(end_pondering(&fixture),
                        "position startpos moves e2e4 e7e5\n"
                        "go wtime 60000 btime 59000 winc 20 binc 20\nquit\n");
}

// ---- options, time and failures --------------------------------------------------------------

static void unknown_settings_are_reported(void **state)
{
    (void)state;
    const char *const listed[] = {"hash=16", "UCI_Chess960=true", NULL};
    const char *const others[] = {"Has=16", "Hash=16", "Hash Size=3", "Clear Hash", NULL};
    struct external *engine = NULL;
    assert_int_equal(start("tests/support/scripted-engine well", listed, TIMEOUT_MS, &engine),
                     RK_OK);
    assert_string_equal(external_unknown_options(engine), "");
    external_stop(engine);
    assert_int_equal(start("tests/support/scripted-engine well", others, TIMEOUT_MS, &engine),
                     RK_OK);
    assert_string_equal(external_unknown_options(engine), "Has, Hash Size, Clear Hash");
    external_stop(engine);
}

static void unsupported_variant_is_rejected(void **state)
{
    (void)state;
    struct external *engine = start_fake("well");
    assert_false(external_new_game(engine, RK_ATOMIC));
    assert_true(external_is_alive(engine));
    assert_true(external_new_game(engine, RK_KING_OF_THE_HILL));
    assert_true(external_new_game(engine, RK_CHESS960));
    external_stop(engine);
}

static void mates_count_but_bounds_and_second_lines_do_not(void **state)
{
    (void)state;
    struct external *engine = start_fake("mates");
    struct external_reply reply;
    assert_int_equal(search(engine, TIMEOUT_MS, &reply), EXTERNAL_REPLIED);
    assert_int_equal(reply.score, -(RK_MATE - 4));
    assert_int_equal(reply.depth, 6);
    assert_int_equal(reply.nodes, 70);
    assert_string_equal(reply.best, "e7e8q");
    assert_string_equal(reply.ponder, "a7a8");
    external_stop(engine);
}

static void reply_time_is_measured(void **state)
{
    (void)state;
    struct external *engine = start_fake("slow");
    struct external_reply reply;
    assert_int_equal(search(engine, TIMEOUT_MS, &reply), EXTERNAL_REPLIED);
    assert_true(reply.elapsed >= 150);
    assert_int_equal(reply.score, -31);
    assert_int_equal(search(engine, 50, &reply), EXTERNAL_TIMED_OUT);
    assert_true(reply.elapsed >= 50);
    // Its late reply is not taken for the reply to the next search.
    assert_true(external_is_alive(engine));
    assert_int_equal(search(engine, TIMEOUT_MS, &reply), EXTERNAL_REPLIED);
    assert_true(reply.elapsed >= 150);
    external_stop(engine);
}

static void engine_that_waits_for_stop_is_stopped(void **state)
{
    (void)state;
    struct external *engine = start_fake("waits");
    struct external_reply reply;
    assert_int_equal(search(engine, 20, &reply), EXTERNAL_TIMED_OUT);
    assert_true(external_is_alive(engine));
    assert_true(external_new_game(engine, RK_STANDARD));
    external_stop(engine);
    assert_no_child();
}

static void hanging_or_flooding_engine_is_killed(void **state)
{
    (void)state;
    static const char *const behaviours[] = {"hangs", "floods", "endless"};
    for (size_t i = 0; i < sizeof behaviours / sizeof *behaviours; i++) {
        struct external *engine = start_fake(behaviours[i]);
        struct external_reply reply;
        const int64_t before = monotonic_ms();
        assert_int_equal(search(engine, 50, &reply), EXTERNAL_TIMED_OUT);
        assert_false(external_is_alive(engine));
        assert_int_equal(search(engine, 50, &reply), EXTERNAL_CRASHED);
        assert_false(external_new_game(engine, RK_STANDARD));
        external_stop(engine);
        assert_true(monotonic_ms() - before < TIMEOUT_MS);
        assert_no_child();
    }
}

static void crash_is_reported(void **state)
{
    (void)state;
    static const char *const behaviours[] = {"crashes", "leaves"};
    for (size_t i = 0; i < sizeof behaviours / sizeof *behaviours; i++) {
        struct external *engine = start_fake(behaviours[i]);
        struct external_reply reply;
        assert_int_equal(search(engine, TIMEOUT_MS, &reply), EXTERNAL_CRASHED);
        assert_int_equal(search(engine, TIMEOUT_MS, &reply), EXTERNAL_CRASHED);
        external_stop(engine);
        assert_no_child();
    }
}

static void invalid_moves_are_reported(void **state)
{
    (void)state;
    static const struct {
        const char *behaviour, *invalid;
    } cases[] = {{"nonsense", "Qxf7#! ?[31m"}, {"empty", ""}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct external *engine = start_fake(cases[i].behaviour);
        struct external_reply reply;
        assert_int_equal(search(engine, TIMEOUT_MS, &reply), EXTERNAL_INVALID_MOVE);
        assert_string_equal(reply.best, "");
        assert_string_equal(reply.invalid, cases[i].invalid);
        assert_false(reply.has_score);
        assert_true(external_is_alive(engine));
        external_stop(engine);
    }
    struct external *engine = start_fake("none");
    struct external_reply reply;
    assert_int_equal(search(engine, TIMEOUT_MS, &reply), EXTERNAL_REPLIED);
    assert_string_equal(reply.best, "0000");
    external_stop(engine);
}

static void engine_without_handshake_is_not_started(void **state)
{
    (void)state;
    struct external *engine = NULL;
    assert_int_equal(start("tests/support/scripted-engine dies", NULL, TIMEOUT_MS, &engine),
                     RK_CANNOT_READ);
    assert_int_equal(start("tests/support/scripted-engine mute", NULL, 100, &engine),
                     RK_CANNOT_READ);
    assert_int_equal(start("tests/support/scripted-engine unready", NULL, 1000, &engine),
                     RK_CANNOT_READ);
    assert_int_equal(start("/no/such/engine", NULL, TIMEOUT_MS, &engine), RK_CANNOT_OPEN);
    assert_int_equal(start("tests", NULL, TIMEOUT_MS, &engine), RK_CANNOT_OPEN);
    assert_int_equal(start("", NULL, TIMEOUT_MS, &engine), RK_CANNOT_OPEN);
    assert_int_equal(start("'scripted-engine", NULL, TIMEOUT_MS, &engine), RK_CANNOT_OPEN);
    assert_null(engine);
    assert_no_child();
}

static void engine_that_ignores_quit_is_killed(void **state)
{
    (void)state;
    struct external *engine = start_fake("stays");
    const int64_t before = monotonic_ms();
    external_stop(engine);
    assert_true(monotonic_ms() - before < TIMEOUT_MS);
    assert_no_child();
    external_stop(NULL);
}

static void engine_runs_in_its_folder(void **state)
{
    (void)state;
    char why[256] = "";
    struct external *engine = NULL;
    struct external_options options = {
        .command = "./scripted-engine well", .folder = "tests/support", .now = monotonic_callback};
    assert_int_equal(external_start(&options, &engine, why, sizeof why), RK_OK);
    external_stop(engine);
    options.folder = "tests/nowhere";
    assert_int_equal(external_start(&options, &engine, why, sizeof why), RK_CANNOT_OPEN);
    assert_non_null(strstr(why, "No such file"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(engine_replies_to_a_search),
        cmocka_unit_test(commands_are_sent_exactly),
        cmocka_unit_test(an_expected_move_is_a_ponderhit),
        cmocka_unit_test(another_move_stops_pondering_before_the_search),
        cmocka_unit_test(a_new_game_stops_pondering),
        cmocka_unit_test(a_bestmove_while_pondering_is_not_taken_for_a_reply),
        cmocka_unit_test(an_engine_that_does_not_stop_pondering_runs_out_of_time),
        cmocka_unit_test(an_engine_without_the_option_does_not_ponder),
        cmocka_unit_test(unknown_settings_are_reported),
        cmocka_unit_test(unsupported_variant_is_rejected),
        cmocka_unit_test(mates_count_but_bounds_and_second_lines_do_not),
        cmocka_unit_test(reply_time_is_measured),
        cmocka_unit_test(engine_that_waits_for_stop_is_stopped),
        cmocka_unit_test(hanging_or_flooding_engine_is_killed),
        cmocka_unit_test(crash_is_reported),
        cmocka_unit_test(invalid_moves_are_reported),
        cmocka_unit_test(engine_without_handshake_is_not_started),
        cmocka_unit_test(engine_that_ignores_quit_is_killed),
        cmocka_unit_test(engine_runs_in_its_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
