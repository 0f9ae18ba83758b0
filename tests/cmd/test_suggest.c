/* SPDX-License-Identifier: MIT */
#include "cmd/suggest.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

static void expect_suggestion(const char *typed, const char *expected)
{
    static const char *const names[] = {"play", "serve", "join", "uci", "perft", "pgn", "show"};
    assert_string_equal(suggest_name(typed, names, sizeof names / sizeof *names), expected);
}

static void the_nearest_name_is_suggested(void **state)
{
    (void)state;
    expect_suggestion("perf", "perft");   // a letter is missing
    expect_suggestion("pperft", "perft"); // one too many
    expect_suggestion("shaw", "show");    // another letter
    expect_suggestion("shwo", "show");    // two letters swapped
    expect_suggestion("show", "show");
}

static void a_tie_goes_to_the_first_name(void **state)
{
    (void)state;
    static const char *const names[] = {"ab", "cd"};
    assert_string_equal(suggest_name("xy", names, 2), "ab");
    assert_string_equal(suggest_name("", names, 2), "ab");
}

static void long_names_are_compared_by_their_start(void **state)
{
    (void)state;
    static const char *const names[] = {"x",
                                        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"};
    assert_string_equal(
        suggest_name("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab", names, 2),
        names[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nearest_name_is_suggested),
        cmocka_unit_test(a_tie_goes_to_the_first_name),
        cmocka_unit_test(long_names_are_compared_by_their_start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
