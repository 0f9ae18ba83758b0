/* SPDX-License-Identifier: MIT */
/* The xboard protocol with broken engines; working ones play in tests/match. */
#include "uci/xboard.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/monotonic.h"
#include "support/engine.h"

enum { TIMEOUT_MS = 30000 }; /* generous: machines may be busy */

static struct xboard *start(const char *command)
{
    char why[256] = "";
    struct xboard *xboard = NULL;
    const struct external_options options = {.command = command, .now = monotonic_callback};
    if (xboard_start(&options, &xboard, why, sizeof why))
        fail_msg("%s", why);
    assert_true(xboard_new_game(xboard, RK_STANDARD));
    return xboard;
}

/* Runs one search with an engine whose output does not depend on its input. */
static enum external_result search(const char *command, int64_t timeout, struct external_reply *out)
{
    struct xboard *xboard = start(command);
    const rk_search_limits limits = {.depth = 3};
    const enum external_result result = xboard_search(xboard, NULL, "", &limits, timeout, out);
    xboard_stop(xboard);
    return result;
}

static void flooding_engine_times_out(void **state)
{
    (void)state;
    struct external_reply reply;
    const int64_t before = monotonic_ms();
    assert_int_equal(search("sh -c 'echo feature done=1; exec yes 1 2 3 4'", 50, &reply),
                     EXTERNAL_TIMED_OUT);
    assert_true(monotonic_ms() - before < TIMEOUT_MS);
    assert_int_equal(reply.nodes, 4);
}

static void flooding_handshake_times_out(void **state)
{
    (void)state;
    struct external_reply reply;
    const int64_t before = monotonic_ms();
    assert_int_equal(search("yes hello", 50, &reply), EXTERNAL_TIMED_OUT);
    assert_true(monotonic_ms() - before < 2 * TIMEOUT_MS);
}

static void invalid_moves_are_rejected(void **state)
{
    (void)state;
    static const char *const moves[] = {"e2", "e2e9", "a1#x9", "Nf3!", "e2e4q5"};
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        char command[100];
        struct external_reply reply;
        snprintf(command, sizeof command, "sh -c 'echo feature done=1; echo move \"%s\"; cat'",
                 moves[i]);
        assert_int_equal(search(command, TIMEOUT_MS, &reply), EXTERNAL_INVALID_MOVE);
        assert_string_equal(reply.best, "");
        assert_string_equal(reply.invalid, moves[i]);
    }
}

/* The moves of the next search are compared with it, and the referee writes a small letter. */
static void a_promotion_to_a_capital_letter_is_a_promotion_to_a_small_one(void **state)
{
    (void)state;
    struct external_reply reply;
    const char *engine = "sh -c 'echo feature done=1; echo move e7e8Q; cat'";
    assert_int_equal(search(engine, TIMEOUT_MS, &reply), EXTERNAL_REPLIED);
    assert_string_equal(reply.best, "e7e8q");
}

static void extreme_scores_are_clamped(void **state)
{
    (void)state;
    struct external_reply reply;
    const char *engine = "sh -c 'echo feature done=1; echo 9 -99999999999999999999 1 5 e4; "
                         "echo move e2e4; cat'";
    assert_int_equal(search(engine, TIMEOUT_MS, &reply), EXTERNAL_REPLIED);
    assert_string_equal(reply.best, "e2e4");
    assert_int_equal(reply.score, -RK_TABLE_WIN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flooding_engine_times_out),
        cmocka_unit_test(flooding_handshake_times_out),
        cmocka_unit_test(invalid_moves_are_rejected),
        cmocka_unit_test(a_promotion_to_a_capital_letter_is_a_promotion_to_a_small_one),
        cmocka_unit_test(extreme_scores_are_clamped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
