/* SPDX-License-Identifier: MIT */
#include "pgntools/glob.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static bool matches(const char *pattern, const char *text)
{
    return glob_matches(pattern, strlen(pattern), text, strlen(text));
}

static void a_pattern_without_wildcards_matches_the_whole_text(void **state)
{
    (void)state;
    assert_true(matches("Carlsen", "Carlsen"));
    assert_false(matches("Carlsen", "Carlsen,M"));
    assert_false(matches("Carlsen,M", "Carlsen"));
    assert_true(matches("", ""));
    assert_false(matches("", "x"));
}

static void case_is_ignored_beyond_ascii(void **state)
{
    (void)state;
    assert_true(matches("m\xc3\xbcller", "M\xc3\x9cLLER"));
    assert_true(matches("m\xc3\xbcller", "M\xdcLLER"));
}

static void a_star_is_any_text_and_a_question_mark_one_character(void **state)
{
    (void)state;
    assert_true(matches("*", ""));
    assert_true(matches("Carl*", "Carlsen,M"));
    assert_true(matches("*sen*", "Carlsen,M"));
    assert_true(matches("*a*b*c", "xxaxxbxxbc"));
    assert_false(matches("*a*b*c", "xxaxxbxxbcx"));
    assert_true(matches("?r", "\xc3\x96r"));
    assert_false(matches("?", ""));
    assert_false(matches("??", "\xc3\x96"));
}

static void many_stars_do_not_take_exponential_time(void **state)
{
    char text[4096];
    (void)state;
    memset(text, 'a', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    assert_false(matches("*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*b", text));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pattern_without_wildcards_matches_the_whole_text),
        cmocka_unit_test(case_is_ignored_beyond_ascii),
        cmocka_unit_test(a_star_is_any_text_and_a_question_mark_one_character),
        cmocka_unit_test(many_stars_do_not_take_exponential_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
