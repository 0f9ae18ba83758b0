/* SPDX-License-Identifier: MIT */
/* UTF-8: valid and invalid sequences. */
#include "base/utf8.h"

#include <string.h>

#include "support/board.h"

static void characters_of_every_size_are_valid(void **state)
{
    (void)state;
    assert_int_equal(utf8_size("a", 1), 1);
    assert_int_equal(utf8_size("\0", 1), 1);
    assert_int_equal(utf8_size("\xc2\x80", 2), 2);
    assert_int_equal(utf8_size("\xdf\xbf", 2), 2);
    assert_int_equal(utf8_size("\xe0\xa0\x80", 3), 3);
    assert_int_equal(utf8_size("\xed\x9f\xbf", 3), 3);
    assert_int_equal(utf8_size("\xef\xbf\xbf", 3), 3);
    assert_int_equal(utf8_size("\xf0\x90\x80\x80", 4), 4);
    assert_int_equal(utf8_size("\xf4\x8f\xbf\xbf", 4), 4);
    assert_int_equal(utf8_size("\xe2\x99\x9e and more", 12), 3);
}

static void invalid_sequences_are_rejected(void **state)
{
    (void)state;
    static const char *const invalid[] = {"\x80",
                                          "\xbf",
                                          "\xc0\x80",
                                          "\xc1\xbf",
                                          "\xe0\x9f\xbf",
                                          "\xed\xa0\x80",
                                          "\xf0\x8f\xbf\xbf",
                                          "\xf4\x90\x80\x80",
                                          "\xf5\x80\x80\x80",
                                          "\xff",
                                          "\xc3(",
                                          "\xe2\x99(",
                                          "\xf0\x9f\x8f("};
    for (size_t i = 0; i < sizeof invalid / sizeof *invalid; i++) {
        assert_int_equal(utf8_size(invalid[i], strlen(invalid[i])), 0);
        assert_false(utf8_is_valid(invalid[i], strlen(invalid[i])));
    }
    assert_int_equal(utf8_size("", 0), 0);
}

static void truncated_sequences_are_rejected(void **state)
{
    (void)state;
    assert_int_equal(utf8_size("\xc3\xa9", 1), 0);
    assert_int_equal(utf8_size("\xe2\x99\x9e", 2), 0);
    assert_int_equal(utf8_size("\xf0\x9f\x8f\x86", 3), 0);
}

static void characters_are_counted(void **state)
{
    (void)state;
    const char *text = "a\xc3\xa9\xe2\x99\x9e\xf0\x9f\x8f\x86";
    assert_int_equal(utf8_count(text, strlen(text)), 4);
    assert_true(utf8_is_valid(text, strlen(text)));
    assert_int_equal(utf8_count("\xff\xff", 2), 2);
    assert_int_equal(utf8_count("", 0), 0);
    assert_true(utf8_is_valid("", 0));
}

static uint32_t first_of(const char *text, size_t *size)
{
    const char *at = text;
    const uint32_t character = utf8_next(&at, text + strlen(text));
    *size = (size_t)(at - text);
    return character;
}

static void characters_are_decoded_and_invalid_bytes_are_latin_1(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t character;
        size_t size;
    } cases[] = {{"a", 'a', 1},
                 {"\xc3\xbc", 0xfc, 2},
                 {"\xe2\x99\x9e", 0x265e, 3},
                 {"\xf0\x9f\x98\x80", 0x1f600, 4},
                 {"\xfc-", 0xfc, 1},
                 {"\xe2\x99", 0xe2, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t size;
        assert_int_equal(first_of(cases[i].text, &size), cases[i].character);
        assert_int_equal(size, cases[i].size);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(characters_of_every_size_are_valid),
        cmocka_unit_test(invalid_sequences_are_rejected),
        cmocka_unit_test(truncated_sequences_are_rejected),
        cmocka_unit_test(characters_are_counted),
        cmocka_unit_test(characters_are_decoded_and_invalid_bytes_are_latin_1),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
