/* SPDX-License-Identifier: MIT */
/* Searching without regard to case, beyond ASCII. */
#include "base/casefold.h"

#include <string.h>

#include "support/board.h"

static bool contains(const char *text, const char *part)
{
    return casefold_contains(text, strlen(text), part, strlen(part));
}

static void expect_same_name(const char *upper, const char *lower)
{
    assert_true(contains(upper, lower));
    assert_true(contains(lower, upper));
}

static void ascii_letters_match_in_either_case(void **state)
{
    (void)state;
    expect_same_name("CARLSEN, MAGNUS", "Carlsen, Magnus");
    assert_true(contains("Carlsen, Magnus", "sen, m"));
    assert_false(contains("Carlsen", "Carlsen, Magnus"));
    assert_false(contains("Carlsen", "nels"));
    assert_false(contains("[", "{"));
}

static void names_in_latin_greek_and_cyrillic_match_in_either_case(void **state)
{
    (void)state;
    expect_same_name("MÜLLER", "müller");
    expect_same_name("ĐURIĆ ŽIVKO ŁUKASZ ŐRY", "đurić živko łukasz őry");
    expect_same_name("ȘTEFAN ȚĂRANU", "ștefan țăranu");
    expect_same_name("NGUYỄN ĐỨC HÒA", "nguyễn đức hòa");
    expect_same_name("MƏMMƏDYAROV", "məmmədyarov");
    expect_same_name("ΠΑΠΑΪΩΆΝΝΟΥ ΊΩΝ", "παπαϊωάννου ίων");
    expect_same_name("КАРЯКИН ЁЛКИН ЇЖАКЕВИЧ", "карякин ёлкин їжакевич");
    expect_same_name("ԱՐՈՆՅԱՆ", "արոնյան");
    expect_same_name("ŸĹŇ", "ÿĺň");
    assert_true(contains("Παπαδόπουλος", "ΟΣ"));
    assert_true(contains("GROẞ", "groß"));
}

static void marks_between_letters_are_not_letters(void **state)
{
    (void)state;
    assert_false(contains("×", "÷"));
    assert_int_equal(casefold_character(0xd7), 0xd7);
    assert_int_equal(casefold_character(0x138), 0x138);
    assert_int_equal(casefold_character(0x1f600), 0x1f600);
}

static void other_letters_do_not_match(void **state)
{
    (void)state;
    assert_false(contains("Müller", "Muller"));
    assert_false(contains("Карпов", "Каспаров"));
}

static void a_file_in_latin_1_is_searched_with_utf_8(void **state)
{
    (void)state;
    assert_true(contains("M\xfcller", "MÜLLER"));
    assert_true(contains("BJ\xd6RN", "björn"));
    assert_true(contains("björn", "BJ\xd6RN"));
}

static void an_empty_part_is_in_every_text(void **state)
{
    (void)state;
    assert_true(contains("", ""));
    assert_true(casefold_contains(NULL, 0, NULL, 0));
    assert_false(contains("", "a"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ascii_letters_match_in_either_case),
        cmocka_unit_test(names_in_latin_greek_and_cyrillic_match_in_either_case),
        cmocka_unit_test(marks_between_letters_are_not_letters),
        cmocka_unit_test(other_letters_do_not_match),
        cmocka_unit_test(a_file_in_latin_1_is_searched_with_utf_8),
        cmocka_unit_test(an_empty_part_is_in_every_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
