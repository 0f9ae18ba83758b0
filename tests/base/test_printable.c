/* SPDX-License-Identifier: MIT */
/* Text from elsewhere for terminals: no control characters, always valid UTF-8. */
#include "base/printable.h"

#include <string.h>

#include "support/board.h"

static void expect_printable(const char *text, const char *expected)
{
    struct buffer out = {.bytes = NULL};
    printable_append(&out, text, strlen(text));
    assert_string_equal(buffer_cstr(&out), expected);
    buffer_fini(&out);
}

static void control_characters_become_question_marks(void **state)
{
    (void)state;
    expect_printable("a\033[2Jb\n\x7f", "a?[2Jb??");
    expect_printable("\xc2\x9b"
                     "31m",
                     "?31m");
    expect_printable("\x9b"
                     "31m",
                     "?31m");
}

static void text_cannot_reverse_the_text_around_it(void **state)
{
    (void)state;
    expect_printable("a\u202eb\u2066c\u2069\u200f", "a?b?c??");
    expect_printable("\ufeff\u200b\u2028\U000e0041", "????");
    expect_printable("\u0645\u06cc\u200c\u062e", "\u0645\u06cc\u200c\u062e"); // a joiner
}

static void bytes_that_are_not_utf8_are_latin_1(void **state)
{
    (void)state;
    expect_printable("D\xfcrr", "D\xc3\xbcrr");
    expect_printable("D\xc3\xbcrr \xe2\x99\x9e", "D\xc3\xbcrr \xe2\x99\x9e");
    expect_printable("", "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(control_characters_become_question_marks),
        cmocka_unit_test(text_cannot_reverse_the_text_around_it),
        cmocka_unit_test(bytes_that_are_not_utf8_are_latin_1),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
