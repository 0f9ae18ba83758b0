/* SPDX-License-Identifier: MIT */
/* Somebody else's engine, good and bad: tests/support/fake-engine. */
#include "uci/external.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include <cmocka.h>

#include "platform/monotonic.h"
#include "support/engine.h"
#include "support/folder.h"

enum { WAIT = 30000 }; /* milliseconds, for answers that come; machines may be busy */

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

static struct external *start_fake(const char *manner)
{
    char command[128];
    struct external *external = NULL;
    snprintf(command, sizeof command, "tests/support/fake-engine %s", manner);
    assert_int_equal(start(command, NULL, WAIT, &external), RK_OK);
    return external;
}

static enum external_result ask(struct external *external, int64_t wait, struct external_reply *out)
{
    const rk_search_limits limits = {.depth = 12};
    return external_search(external, NULL, "", &limits, wait, out);
}

static void no_child_is_left(void)
{
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
}

static void an_engine_is_asked_and_answers(void **state)
{
    (void)state;
    struct external *external = start_fake("well");
    struct external_reply answer;
    assert_string_equal(external_name(external), "Fake 1.0");
    assert_true(external_new_game(external, RK_STANDARD));
    assert_int_equal(ask(external, WAIT, &answer), EXTERNAL_REPLIED);
    assert_string_equal(answer.best, "e2e4");
    assert_string_equal(answer.ponder, "e7e5");
    assert_true(answer.has_score);
    assert_int_equal(answer.score, 34);
    assert_int_equal(answer.depth, 12);
    assert_int_equal(answer.nodes, 123456);
    external_stop(external);
    no_child_is_left();
}

static void read_file(const char *path, char *out, size_t size)
{
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    out[fread(out, 1, size - 1, file)] = '\0';
    fclose(file);
}

static void what_it_is_told_is_to_the_letter(void **state)
{
    (void)state;
    const struct folder folder = folder_make();
    char path[128], command[256], told[1024];
    snprintf(path, sizeof path, "%s/told to it", folder.path);
    snprintf(command, sizeof command, "\"tests/support/fake-engine\"  'well' \"%s\"", path);
    const char *const settings[] = {"Hash=16", "Clear Hash", "Log File=", NULL};
    struct external *external = NULL;
    struct external_reply answer;
    assert_int_equal(start(command, settings, WAIT, &external), RK_OK);
    assert_true(external_new_game(external, RK_THREE_CHECK));
    const rk_search_limits timed = {
        .timed = true, .left = {60000, 59000}, .increment = {20, 30}, .moves_to_go = 40};
    external_search(external, NULL, "e2e4 e7e5", &timed, WAIT, &answer);
    const rk_search_limits none = {.nodes = 0};
    external_search(external, "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1", NULL, &none, WAIT, &answer);
    external_stop(external);
    read_file(path, told, sizeof told);
    assert_string_equal(told, "uci\n"
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

static void settings_it_does_not_list_are_known(void **state)
{
    (void)state;
    const char *const listed[] = {"hash=16", "UCI_Chess960=true", NULL};
    const char *const others[] = {"Has=16", "Hash=16", "Hash Size=3", "Clear Hash", NULL};
    struct external *external = NULL;
    assert_int_equal(start("tests/support/fake-engine well", listed, WAIT, &external), RK_OK);
    assert_string_equal(external_unknown_options(external), "");
    external_stop(external);
    assert_int_equal(start("tests/support/fake-engine well", others, WAIT, &external), RK_OK);
    assert_string_equal(external_unknown_options(external), "Has, Hash Size, Clear Hash");
    external_stop(external);
}

static void a_variant_it_does_not_play_is_refused(void **state)
{
    (void)state;
    struct external *external = start_fake("well");
    assert_false(external_new_game(external, RK_ATOMIC));
    assert_true(external_is_alive(external));
    assert_true(external_new_game(external, RK_KING_OF_THE_HILL));
    assert_true(external_new_game(external, RK_CHESS960));
    external_stop(external);
}

static void mates_are_scores_and_bounds_and_second_lines_are_not(void **state)
{
    (void)state;
    struct external *external = start_fake("mates");
    struct external_reply answer;
    assert_int_equal(ask(external, WAIT, &answer), EXTERNAL_REPLIED);
    assert_int_equal(answer.score, -(RK_MATE - 4));
    assert_int_equal(answer.depth, 6);
    assert_int_equal(answer.nodes, 70);
    assert_string_equal(answer.best, "e7e8q");
    assert_string_equal(answer.ponder, "a7a8");
    external_stop(external);
}

static void a_slow_engine_is_timed(void **state)
{
    (void)state;
    struct external *external = start_fake("slow");
    struct external_reply answer;
    assert_int_equal(ask(external, WAIT, &answer), EXTERNAL_REPLIED);
    assert_true(answer.elapsed >= 150);
    assert_int_equal(answer.score, -31);
    assert_int_equal(ask(external, 50, &answer), EXTERNAL_TIMED_OUT);
    assert_true(answer.elapsed >= 50);
    // Its late answer is not the answer to the next question.
    assert_true(external_is_alive(external));
    assert_int_equal(ask(external, WAIT, &answer), EXTERNAL_REPLIED);
    assert_true(answer.elapsed >= 150);
    external_stop(external);
}

static void one_that_waits_for_stop_is_stopped(void **state)
{
    (void)state;
    struct external *external = start_fake("waits");
    struct external_reply answer;
    assert_int_equal(ask(external, 20, &answer), EXTERNAL_TIMED_OUT);
    assert_true(external_is_alive(external));
    assert_true(external_new_game(external, RK_STANDARD));
    external_stop(external);
    no_child_is_left();
}

static void one_that_hangs_or_floods_is_killed(void **state)
{
    (void)state;
    static const char *const manners[] = {"hangs", "floods", "endless"};
    for (size_t i = 0; i < sizeof manners / sizeof *manners; i++) {
        struct external *external = start_fake(manners[i]);
        struct external_reply answer;
        const int64_t before = monotonic_ms();
        assert_int_equal(ask(external, 50, &answer), EXTERNAL_TIMED_OUT);
        assert_false(external_is_alive(external));
        assert_int_equal(ask(external, 50, &answer), EXTERNAL_CRASHED);
        assert_false(external_new_game(external, RK_STANDARD));
        external_stop(external);
        assert_true(monotonic_ms() - before < WAIT);
        no_child_is_left();
    }
}

static void one_that_crashes_is_survived(void **state)
{
    (void)state;
    static const char *const manners[] = {"crashes", "leaves"};
    for (size_t i = 0; i < sizeof manners / sizeof *manners; i++) {
        struct external *external = start_fake(manners[i]);
        struct external_reply answer;
        assert_int_equal(ask(external, WAIT, &answer), EXTERNAL_CRASHED);
        assert_int_equal(ask(external, WAIT, &answer), EXTERNAL_CRASHED);
        external_stop(external);
        no_child_is_left();
    }
}

static void nonsense_is_called_so(void **state)
{
    (void)state;
    static const struct {
        const char *manner, *said;
    } cases[] = {{"nonsense", "Qxf7#! ?[31m"}, {"empty", ""}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct external *external = start_fake(cases[i].manner);
        struct external_reply answer;
        assert_int_equal(ask(external, WAIT, &answer), EXTERNAL_INVALID_MOVE);
        assert_string_equal(answer.best, "");
        assert_string_equal(answer.invalid, cases[i].said);
        assert_false(answer.has_score);
        assert_true(external_is_alive(external));
        external_stop(external);
    }
    struct external *external = start_fake("none");
    struct external_reply answer;
    assert_int_equal(ask(external, WAIT, &answer), EXTERNAL_REPLIED);
    assert_string_equal(answer.best, "0000");
    external_stop(external);
}

static void one_that_does_not_greet_is_not_started(void **state)
{
    (void)state;
    struct external *external = NULL;
    assert_int_equal(start("tests/support/fake-engine dies", NULL, WAIT, &external),
                     RK_CANNOT_READ);
    assert_int_equal(start("tests/support/fake-engine mute", NULL, 100, &external), RK_CANNOT_READ);
    assert_int_equal(start("tests/support/fake-engine unready", NULL, 1000, &external),
                     RK_CANNOT_READ);
    assert_int_equal(start("/no/such/engine", NULL, WAIT, &external), RK_CANNOT_OPEN);
    assert_int_equal(start("tests", NULL, WAIT, &external), RK_CANNOT_OPEN);
    assert_int_equal(start("", NULL, WAIT, &external), RK_CANNOT_OPEN);
    assert_int_equal(start("'fake-engine", NULL, WAIT, &external), RK_CANNOT_OPEN);
    assert_null(external);
    no_child_is_left();
}

static void one_that_does_not_quit_is_killed(void **state)
{
    (void)state;
    struct external *external = start_fake("stays");
    const int64_t before = monotonic_ms();
    external_stop(external);
    assert_true(monotonic_ms() - before < WAIT);
    no_child_is_left();
    external_stop(NULL);
}

static void it_runs_in_its_folder(void **state)
{
    (void)state;
    char why[256] = "";
    struct external *external = NULL;
    struct external_options options = {
        .command = "./fake-engine well", .folder = "tests/support", .now = monotonic_callback};
    assert_int_equal(external_start(&options, &external, why, sizeof why), RK_OK);
    external_stop(external);
    options.folder = "tests/nowhere";
    assert_int_equal(external_start(&options, &external, why, sizeof why), RK_CANNOT_OPEN);
    assert_non_null(strstr(why, "No such file"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_engine_is_asked_and_answers),
        cmocka_unit_test(what_it_is_told_is_to_the_letter),
        cmocka_unit_test(settings_it_does_not_list_are_known),
        cmocka_unit_test(a_variant_it_does_not_play_is_refused),
        cmocka_unit_test(mates_are_scores_and_bounds_and_second_lines_are_not),
        cmocka_unit_test(a_slow_engine_is_timed),
        cmocka_unit_test(one_that_waits_for_stop_is_stopped),
        cmocka_unit_test(one_that_hangs_or_floods_is_killed),
        cmocka_unit_test(one_that_crashes_is_survived),
        cmocka_unit_test(nonsense_is_called_so),
        cmocka_unit_test(one_that_does_not_greet_is_not_started),
        cmocka_unit_test(one_that_does_not_quit_is_killed),
        cmocka_unit_test(it_runs_in_its_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
