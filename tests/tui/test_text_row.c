/* SPDX-License-Identifier: MIT */
/* Text in the rows of a terminal: widths, wrapping, control characters and times. */
#include "tui/text_row.h"

#include <stdlib.h>
#include <string.h>

#include "support/board.h"

static void expect_rows(const char *text, int columns, const char *const *rows, int count)
{
    assert_int_equal(text_row_count(text, columns), count);
    for (int i = 0; i < count; i++) {
        const size_t size = text_row_fit_words(text, columns);
        assert_int_equal(size, strlen(rows[i]));
        assert_memory_equal(text, rows[i], size);
        text = text_row_next(text, columns);
    }
    assert_string_equal(text, "");
}

static void text_is_wrapped_between_words(void **state)
{
    (void)state;
    expect_rows("one two three", 7, (const char *const[]){"one two", "three"}, 2);
    expect_rows("one two three", 80, (const char *const[]){"one two three"}, 1);
    expect_rows("abcdefgh", 3, (const char *const[]){"abc", "def", "gh"}, 3);
    expect_rows("a\nb c\n", 80, (const char *const[]){"a", "b c"}, 2);
    expect_rows("", 80, NULL, 0);
}

static void a_utf8_character_takes_one_column_a_wide_one_two(void **state)
{
    (void)state;
    assert_int_equal(text_row_width("\u68cb\u8c61", 6), 4);
    assert_int_equal(text_row_width("e\u0301", 3), 1);
    expect_rows("\u68cb\u8c61", 3, (const char *const[]){"\u68cb", "\u8c61"}, 2);
    assert_int_equal(text_row_count("\u68cb\u8c61", 1), 2);
    assert_int_equal(text_row_width("gr\xc3\xbc\xc3\x9f", 6), 4);
    assert_int_equal(text_row_fit("\xc3\xbc\xc3\xbc\xc3\xbc", 2), 4);
}

static void expect_put(const char *text, const char *expected)
{
    char *written = NULL;
    size_t size;
    FILE *out = open_memstream(&written, &size);
    assert_non_null(out);
    text_row_put(text, strlen(text), out);
    fclose(out);
    assert_string_equal(written, expected);
    free(written);
}

static void control_characters_do_not_reach_the_terminal(void **state)
{
    (void)state;
    expect_put("\033[2Jhi\a\177", "?[2Jhi??");
    expect_put("gr\xc3\xbc\xc3\x9f", "gr\xc3\xbc\xc3\x9f");
    expect_put("a\xc2\x9b"
               "31m",
               "a?31m");
    expect_put("a\u202eb\u2069", "a?b?");
}

static void expect_time(int64_t milliseconds, const char *expected)
{
    char *written = NULL;
    size_t size;
    FILE *out = open_memstream(&written, &size);
    assert_non_null(out);
    text_row_put_time(milliseconds, out);
    fclose(out);
    assert_string_equal(written, expected);
    free(written);
}

static void times_are_written_as_on_a_clock(void **state)
{
    (void)state;
    expect_time(-5, "0.0");
    expect_time(9870, "9.8");
    expect_time(19999, "19.9");
    expect_time(20000, "0:20");
    expect_time(299000, "4:59");
    expect_time(3723000, "1:02:03");
    expect_time(172799000, "47:59:59");
    expect_time(255600000, "2d 23h");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_wrapped_between_words),
        cmocka_unit_test(a_utf8_character_takes_one_column_a_wide_one_two),
        cmocka_unit_test(control_characters_do_not_reach_the_terminal),
        cmocka_unit_test(times_are_written_as_on_a_clock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
