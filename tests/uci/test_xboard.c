/* SPDX-License-Identifier: MIT */
/* The xboard protocol in front of engines that behave badly; good ones play in tests/match. */
#include "uci/xboard.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "platform/monotonic.h"
#include "support/engine.h"

enum { WAIT = 30000 }; /* milliseconds, for answers that come; machines may be busy */

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

/* What comes of one question to an engine that says this whatever it is told. */
static enum external_result ask(const char *command, int64_t wait, struct external_reply *out)
{
    struct xboard *xboard = start(command);
    const rk_search_limits limits = {.depth = 3};
    const enum external_result result = xboard_search(xboard, NULL, "", &limits, wait, out);
    xboard_stop(xboard);
    return result;
}

static void one_that_floods_is_not_waited_for(void **state)
{
    (void)state;
    struct external_reply answer;
    const int64_t before = monotonic_ms();
    assert_int_equal(ask("sh -c 'echo feature done=1; exec yes 1 2 3 4'", 50, &answer),
                     EXTERNAL_TIMED_OUT);
    assert_true(monotonic_ms() - before < WAIT);
    assert_int_equal(answer.nodes, 4);
}

static void one_that_floods_instead_of_greeting_is_not_waited_for(void **state)
{
    (void)state;
    struct external_reply answer;
    const int64_t before = monotonic_ms();
    assert_int_equal(ask("yes hello", 50, &answer), EXTERNAL_TIMED_OUT);
    assert_true(monotonic_ms() - before < 2 * WAIT);
}

static void what_is_written_as_no_move_is_nonsense(void **state)
{
    (void)state;
    static const char *const moves[] = {"e2", "e2e9", "a1#x9", "Nf3!", "e2e4q5"};
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        char command[100];
        struct external_reply answer;
        snprintf(command, sizeof command, "sh -c 'echo feature done=1; echo move \"%s\"; cat'",
                 moves[i]);
        assert_int_equal(ask(command, WAIT, &answer), EXTERNAL_INVALID_MOVE);
        assert_string_equal(answer.best, "");
        assert_string_equal(answer.invalid, moves[i]);
    }
}

static void any_number_is_a_score_within_bounds(void **state)
{
    (void)state;
    struct external_reply answer;
    const char *engine = "sh -c 'echo feature done=1; echo 9 -99999999999999999999 1 5 e4; "
                         "echo move e2e4; cat'";
    assert_int_equal(ask(engine, WAIT, &answer), EXTERNAL_REPLIED);
    assert_string_equal(answer.best, "e2e4");
    assert_int_equal(answer.score, -RK_TABLE_WIN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_that_floods_is_not_waited_for),
        cmocka_unit_test(one_that_floods_instead_of_greeting_is_not_waited_for),
        cmocka_unit_test(what_is_written_as_no_move_is_nonsense),
        cmocka_unit_test(any_number_is_a_score_within_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
