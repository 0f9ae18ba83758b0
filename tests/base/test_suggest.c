/* SPDX-License-Identifier: MIT */
#include "base/suggest.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

static const char *const commands[] = {"play", "serve", "join", "uci", "perft", "pgn", "show"};
enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static void expect_suggestion(const char *typed, const char *expected)
{
    const char *name = suggest_name(typed, commands, COMMAND_COUNT);
    assert_non_null(name);
    assert_string_equal(name, expected);
}

static void the_nearest_name_is_suggested(void **state)
{
    (void)state;
    expect_suggestion("perf", "perft");   // a letter is missing
    expect_suggestion("pperft", "perft"); // one too many
    expect_suggestion("shaw", "show");    // another letter
    expect_suggestion("shwo", "show");    // two letters swapped
    expect_suggestion("show", "show");
    expect_suggestion("SERVE", "serve");
    expect_suggestion("pgm", "pgn");
}

static void a_name_that_is_not_near_is_not_suggested(void **state)
{
    (void)state;
    static const char *const far[] = {"", "x", "nothing", "perfection", "sell", "py", "chess"};
    for (size_t i = 0; i < sizeof far / sizeof *far; i++)
        assert_null(suggest_name(far[i], commands, COMMAND_COUNT));
    assert_null(suggest_name("play", commands, 0));
}

static void longer_names_may_have_more_errors(void **state)
{
    (void)state;
    static const char *const names[] = {"king-of-the-hill", "crazyhouse"};
    assert_string_equal(suggest_name("kingofthehill", names, 2), names[0]);
    assert_string_equal(suggest_name("creasyhouse", names, 2), names[1]);
    assert_null(suggest_name("house", names, 2));
}

static void the_dashes_of_options_do_not_make_them_similar(void **state)
{
    (void)state;
    static const char *const names[] = {"--help", "--nodes"};
    assert_null(suggest_name("--nonsense", names, 2));
    assert_null(suggest_name("--hash", names, 2));
    assert_string_equal(suggest_name("--node", names, 2), "--nodes");
    assert_string_equal(suggest_name("nodes", names, 2), "--nodes");
}

static void the_start_of_a_name_is_near(void **state)
{
    (void)state;
    static const char *const names[] = {"antichess", "racing-kings"};
    assert_string_equal(suggest_name("rac", names, 2), "racing-kings");
    assert_null(suggest_name("ra", names, 2));
}

static void a_tie_goes_to_the_first_name(void **state)
{
    (void)state;
    static const char *const names[] = {"abcd", "abce"};
    assert_string_equal(suggest_name("abcx", names, 2), "abcd");
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

static void a_message_ends_with_the_suggestion_or_the_list(void **state)
{
    (void)state;
    static const char *const names[] = {"pgn", "jsonl"};
    char text[SUGGEST_TEXT_MAX];
    assert_string_equal(suggest_text("json", names, 2, text), "; did you mean jsonl?");
    assert_string_equal(suggest_text("yaml", names, 2, text), "");
    assert_string_equal(suggest_or_list("json", names, 2, text), "; did you mean jsonl?");
    assert_string_equal(suggest_or_list("yaml", names, 2, text), "; expected one of pgn, jsonl");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nearest_name_is_suggested),
        cmocka_unit_test(a_name_that_is_not_near_is_not_suggested),
        cmocka_unit_test(longer_names_may_have_more_errors),
        cmocka_unit_test(the_dashes_of_options_do_not_make_them_similar),
        cmocka_unit_test(the_start_of_a_name_is_near),
        cmocka_unit_test(a_tie_goes_to_the_first_name),
        cmocka_unit_test(long_names_are_compared_by_their_start),
        cmocka_unit_test(a_message_ends_with_the_suggestion_or_the_list),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
