/* SPDX-License-Identifier: MIT */
/* Names people choose, and texts cleaned for others to read. */
#include "accounts/names.h"

#include <string.h>

#include "support/board.h"

static void names_within_the_rules_are_taken(void **state)
{
    (void)state;
    static const char *const good[] = {"Al",
                                       "bob",
                                       "x1",
                                       "Magnus_C",
                                       "a-b-c",
                                       "A1b2_c3",
                                       "apiary",
                                       "Administrate",
                                       "guests",
                                       "botanist",
                                       "abcdefghijklmnopqrst"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_null(name_fault(good[i]));
}

static void assert_fault(const char *name, const char *words)
{
    const char *fault = name_fault(name);
    assert_non_null(fault);
    assert_non_null(strstr(fault, words));
}

static void what_is_wrong_with_a_name_is_said(void **state)
{
    (void)state;
    assert_fault("", "2 to 20");
    assert_fault("a", "2 to 20");
    assert_fault("abcdefghijklmnopqrstu", "2 to 20");
    assert_fault("1abc", "begins with a letter");
    assert_fault("_abc", "begins with a letter");
    assert_fault("abc-", "ends with");
    assert_fault("a__b", "two signs");
    assert_fault("a-_b", "two signs");
    assert_fault("a b", "letters a to z");
    assert_fault("J\xc3\xb6rg", "letters a to z");
    assert_fault("p\xd0\xb0ul", "letters a to z"); /* a Cyrillic a */
    assert_fault("ab\ncd", "letters a to z");
}

static void names_of_the_house_are_reserved_however_they_are_dressed(void **state)
{
    (void)state;
    static const char *const bad[] = {"admin",      "Admin",   "ADMIN",  "adm1n",     "a-d-m-i-n",
                                      "Rookery",    "r00k3ry", "api",    "Anonymous", "guest",
                                      "Guest-ab12", "gue5t_x", "system", "ws",        "nu1l"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_fault(bad[i], "reserved");
}

static void the_id_of_a_name_is_its_small_letters(void **state)
{
    (void)state;
    char id[IDENTITY_ID_MAX + 1];
    assert_true(name_to_id("Magnus_C-99", id));
    assert_string_equal(id, "magnus_c-99");
    assert_true(name_to_id("", id));
    assert_string_equal(id, "");
    assert_false(name_to_id("abcdefghijklmnopqrstuvwxyzabcdef", id));
}

static void assert_clean(const char *text, const char *wanted)
{
    char out[256];
    assert_int_equal(text_sanitize(text, 140, out, sizeof out), strlen(wanted));
    assert_string_equal(out, wanted);
}

static void a_clean_text_stays_as_it_is(void **state)
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
        assert_clean(texts[i], texts[i]);
}

static void what_is_not_seen_goes(void **state)
{
    (void)state;
    assert_clean("a\x01\x1b[31mb\x7f", "a[31mb");
    assert_clean("a\xc2\x9b"
                 "b",
                 "ab"); /* C1 */
    assert_clean("\xe2\x80\xae"
                 "evil\xe2\x80\xac",
                 "evil"); /* override */
    assert_clean("a\xe2\x81\xa6"
                 "b\xe2\x81\xa9",
                 "ab"); /* isolates */
    assert_clean("a\xe2\x80\x8b\xe2\x80\x8d\xef\xbb\xbf"
                 "b",
                 "ab"); /* zero width */
    assert_clean("a\xf3\xa0\x81\xa1"
                 "b\xee\x80\x80",
                 "ab"); /* tag, private use */
    assert_clean("\xe2\x80\x8b\xc2\xad", "");
}

static void bad_bytes_go(void **state)
{
    (void)state;
    assert_clean("a\xff"
                 "b",
                 "ab");
    assert_clean("a\xc3", "a"); /* cut off */
    assert_clean("a\xc0\xaf"
                 "b",
                 "ab"); /* longer than need be */
    assert_clean("a\xed\xa0\x80"
                 "b",
                 "ab"); /* a lone surrogate */
    assert_clean("a\xf5\x80\x80\x80"
                 "b",
                 "ab"); /* beyond the last */
    assert_clean("\xe2\x82(", "(");
}

static void blanks_become_one(void **state)
{
    (void)state;
    assert_clean("  a \t\r\n b  ", "a b");
    assert_clean("a\xc2\xa0\xe3\x80\x80"
                 "b",
                 "a b");
    assert_clean("\xe3\x85\xa4", ""); /* looks like nothing */
    assert_clean("   ", "");
}

static void letters_do_not_grow_towers(void **state)
{
    (void)state;
    assert_clean("z\xcc\x80\xcc\x81\xcc\x82\xcc\x83!", "z\xcc\x80\xcc\x81!");
    assert_clean("\xcc\x80"
                 "a",
                 "a");
    assert_clean("z\xcc\x80\xe2\x80\x8b\xcc\x81\xe2\x80\x8b\xcc\x82", "z\xcc\x80\xcc\x81");
}

static void letters_in_disguise_become_plain(void **state)
{
    (void)state;
    assert_clean("\xef\xbc\xa1\xef\xbd\x84\xef\xbc\x91", "Ad1");             /* wide */
    assert_clean("\xf0\x9d\x90\x80\xf0\x9d\x92\x83\xf0\x9d\x9f\x97", "Ab9"); /* mathematics */
    assert_clean("\xe2\x92\xb6\xe2\x93\xa9\xf0\x9f\x85\xb0", "AzA");         /* circled, squared */
}

static void a_text_is_cut_between_characters(void **state)
{
    (void)state;
    char out[8];
    assert_int_equal(text_sanitize("\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9", 140, out, sizeof out), 6);
    assert_string_equal(out, "\xc3\xa9\xc3\xa9\xc3\xa9");
    assert_int_equal(text_sanitize("abcdef", 3, out, sizeof out), 3);
    assert_string_equal(out, "abc");
    assert_int_equal(text_sanitize("ab cd", 3, out, sizeof out), 2); /* no blank at the end */
    assert_int_equal(text_sanitize("abc", 140, out, 1), 0);
    assert_string_equal(out, "");
}

static void characters_are_counted_not_bytes(void **state)
{
    (void)state;
    assert_int_equal(text_count_characters(""), 0);
    assert_int_equal(text_count_characters("\xc3\xa9t\xc3\xa9"), 3);
    assert_int_equal(text_count_characters("\xf0\x9f\x99\x82"), 1);
}

static void nearly_the_same_is_noticed(void **state)
{
    (void)state;
    assert_true(text_is_similar("good luck", "Good Luck"));
    assert_true(text_is_similar("good luck have fun", "good luck have fun!"));
    assert_true(text_is_similar("good luck have fun", "goood luck have fn"));
    assert_true(text_is_similar("", ""));
    assert_false(text_is_similar("hi", "ho"));
    assert_false(text_is_similar("good luck", "well played"));
    assert_false(text_is_similar("good luck have fun", "good luck"));
    char a[1000], b[1000];
    memset(a, 'a', sizeof a);
    memset(b, 'b', sizeof b);
    a[999] = b[999] = '\0';
    assert_false(text_is_similar(a, b));
    memset(b, 'a', sizeof b - 1);
    memcpy(b + 100, "xyz", 3);
    assert_true(text_is_similar(a, b));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_within_the_rules_are_taken),
        cmocka_unit_test(what_is_wrong_with_a_name_is_said),
        cmocka_unit_test(names_of_the_house_are_reserved_however_they_are_dressed),
        cmocka_unit_test(the_id_of_a_name_is_its_small_letters),
        cmocka_unit_test(a_clean_text_stays_as_it_is),
        cmocka_unit_test(what_is_not_seen_goes),
        cmocka_unit_test(bad_bytes_go),
        cmocka_unit_test(blanks_become_one),
        cmocka_unit_test(letters_do_not_grow_towers),
        cmocka_unit_test(letters_in_disguise_become_plain),
        cmocka_unit_test(a_text_is_cut_between_characters),
        cmocka_unit_test(characters_are_counted_not_bytes),
        cmocka_unit_test(nearly_the_same_is_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
