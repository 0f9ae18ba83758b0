/* SPDX-License-Identifier: MIT */
#include "accounts/user_text.h"

#include <string.h>

#include "support/board.h"

static void assert_sanitized(const char *text, const char *expected)
{
    char out[256];
    assert_int_equal(user_text_sanitize(text, 140, out, sizeof out), strlen(expected));
    assert_string_equal(out, expected);
}

static void clean_text_does_not_change(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "good game!",
        "Gr\xc3\xbc\xc3\x9f Gott",
        "\xd0\xbf\xd1\x80\xd0\xb8\xd0\xb2\xd0\xb5\xd1\x82", /* Russian */
        "\xe2\x99\x9e\xf0\x9f\x99\x82",                     /* a knight, a smile */
        "e\xcc\x81t\xc3\xa9",                               /* one combining mark */
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_sanitized(texts[i], texts[i]);
}

static void invisible_characters_are_dropped(void **state)
{
    (void)state;
    assert_sanitized("a\x01\x1b[31mb\x7f", "a[31mb");
    assert_sanitized("a\xc2\x9b"
                     "b",
                     "ab"); /* C1 */
    assert_sanitized("\xe2\x80\xae"
                     "evil\xe2\x80\xac",
                     "evil"); /* override */
    assert_sanitized("a\xe2\x81\xa6"
                     "b\xe2\x81\xa9",
                     "ab"); /* isolates */
    assert_sanitized("a\xe2\x80\x8b\xe2\x80\x8d\xef\xbb\xbf"
                     "b",
                     "ab"); /* zero width */
    assert_sanitized("a\xf3\xa0\x81\xa1"
                     "b\xee\x80\x80",
                     "ab"); /* tag, private use */
    assert_sanitized("\xe2\x80\x8b\xc2\xad", "");
}

static void invalid_utf8_is_dropped(void **state)
{
    (void)state;
    assert_sanitized("a\xff"
                     "b",
                     "ab");
    assert_sanitized("a\xc3", "a"); /* cut off */
    assert_sanitized("a\xc0\xaf"
                     "b",
                     "ab"); /* overlong */
    assert_sanitized("a\xed\xa0\x80"
                     "b",
                     "ab"); /* a lone surrogate */
    assert_sanitized("a\xf5\x80\x80\x80"
                     "b",
                     "ab"); /* above U+10FFFF */
    assert_sanitized("\xe2\x82(", "(");
}

static void runs_of_white_space_become_one_blank(void **state)
{
    (void)state;
    assert_sanitized("  a \t\r\n b  ", "a b");
    assert_sanitized("a\xc2\xa0\xe3\x80\x80"
                     "b",
                     "a b");
    assert_sanitized("\xe3\x85\xa4", ""); /* Hangul filler */
    assert_sanitized("   ", "");
}

static void at_most_two_combining_marks_stay_on_a_letter(void **state)
{
    (void)state;
    assert_sanitized("z\xcc\x80\xcc\x81\xcc\x82\xcc\x83!", "z\xcc\x80\xcc\x81!");
    assert_sanitized("\xcc\x80"
                     "a",
                     "a");
    assert_sanitized("z\xcc\x80\xe2\x80\x8b\xcc\x81\xe2\x80\x8b\xcc\x82", "z\xcc\x80\xcc\x81");
}

static void styled_letters_become_plain(void **state)
{
    (void)state;
    assert_sanitized("\xef\xbc\xa1\xef\xbd\x84\xef\xbc\x91", "Ad1");             /* full-width */
    assert_sanitized("\xf0\x9d\x90\x80\xf0\x9d\x92\x83\xf0\x9d\x9f\x97", "Ab9"); /* mathematical */
    assert_sanitized("\xe2\x92\xb6\xe2\x93\xa9\xf0\x9f\x85\xb0", "AzA"); /* circled, squared */
}

static void long_text_is_cut_between_characters(void **state)
{
    (void)state;
    char out[8];
    assert_int_equal(user_text_sanitize("\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9", 140, out, sizeof out),
                     6);
    assert_string_equal(out, "\xc3\xa9\xc3\xa9\xc3\xa9");
    assert_int_equal(user_text_sanitize("abcdef", 3, out, sizeof out), 3);
    assert_string_equal(out, "abc");
    assert_int_equal(user_text_sanitize("ab cd", 3, out, sizeof out), 2); /* no blank at the end */
    assert_int_equal(user_text_sanitize("abc", 140, out, 1), 0);
    assert_string_equal(out, "");
}

static void characters_are_counted_not_bytes(void **state)
{
    (void)state;
    assert_int_equal(user_text_count(""), 0);
    assert_int_equal(user_text_count("\xc3\xa9t\xc3\xa9"), 3);
    assert_int_equal(user_text_count("\xf0\x9f\x99\x82"), 1);
}

static void similar_lines_are_recognised(void **state)
{
    (void)state;
    assert_true(user_text_is_similar("good luck", "Good Luck"));
    assert_true(user_text_is_similar("good luck have fun", "good luck have fun!"));
    assert_true(user_text_is_similar("good luck have fun", "goood luck have fn"));
    assert_true(user_text_is_similar("", ""));
    assert_false(user_text_is_similar("hi", "ho"));
    assert_false(user_text_is_similar("good luck", "well played"));
    assert_false(user_text_is_similar("good luck have fun", "good luck"));
    char a[1000], b[1000];
    memset(a, 'a', sizeof a);
    memset(b, 'b', sizeof b);
    a[999] = b[999] = '\0';
    assert_false(user_text_is_similar(a, b));
    memset(b, 'a', sizeof b - 1);
    memcpy(b + 100, "xyz", 3);
    assert_true(user_text_is_similar(a, b));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clean_text_does_not_change),
        cmocka_unit_test(invisible_characters_are_dropped),
        cmocka_unit_test(invalid_utf8_is_dropped),
        cmocka_unit_test(runs_of_white_space_become_one_blank),
        cmocka_unit_test(at_most_two_combining_marks_stay_on_a_letter),
        cmocka_unit_test(styled_letters_become_plain),
        cmocka_unit_test(long_text_is_cut_between_characters),
        cmocka_unit_test(characters_are_counted_not_bytes),
        cmocka_unit_test(similar_lines_are_recognised),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
