/* SPDX-License-Identifier: MIT */
#include "base/json_string.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void assert_string(const char *text, enum json_invalid invalid, const char *expected)
{
    struct buffer out = {0};
    json_string_append(&out, text, strlen(text), invalid);
    assert_string_equal(buffer_cstr(&out), expected);
    buffer_fini(&out);
}

static void special_characters_are_escaped(void **state)
{
    (void)state;
    assert_string("", JSON_REPLACE_INVALID, "\"\"");
    assert_string("a\"b\\c\n\x01</d", JSON_REPLACE_INVALID, "\"a\\\"b\\\\c\\n\\u0001\\u003c/d\"");
    assert_string("Kotěšovec", JSON_REPLACE_INVALID, "\"Kotěšovec\"");
}

static void invalid_bytes_are_replaced_or_read_as_latin1(void **state)
{
    (void)state;
    assert_string("M\xfcller", JSON_REPLACE_INVALID, "\"M\xef\xbf\xbdller\"");
    assert_string("M\xfcller", JSON_INVALID_IS_LATIN1, "\"Müller\"");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(special_characters_are_escaped),
        cmocka_unit_test(invalid_bytes_are_replaced_or_read_as_latin1),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
