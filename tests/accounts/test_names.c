/* SPDX-License-Identifier: MIT */
#include "accounts/names.h"

#include <string.h>

#include "support/board.h"

static void valid_names_are_accepted(void **state)
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

static void invalid_names_are_refused_with_a_reason(void **state)
{
    (void)state;
    assert_fault("", "2 to 20");
    assert_fault("a", "2 to 20");
    assert_fault("abcdefghijklmnopqrstu", "2 to 20");
    assert_fault("1abc", "start with a letter");
    assert_fault("_abc", "start with a letter");
    assert_fault("abc-", "end with");
    assert_fault("a__b", "two of _ and -");
    assert_fault("a-_b", "two of _ and -");
    assert_fault("a b", "letters a to z");
    assert_fault("J\xc3\xb6rg", "letters a to z");
    assert_fault("p\xd0\xb0ul", "letters a to z"); /* a Cyrillic a */
    assert_fault("ab\ncd", "letters a to z");
}

static void reserved_names_and_their_lookalikes_are_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "admin",         "Admin",     "ADMIN",     "adm1n",     "a-d-m-i-n",
        "Rookery",       "r00k3ry",   "api",       "Anonymous", "guest",
        "Guest-ab12",    "gue5t_x",   "system",    "ws",        "nu1l",
        "adrnin",        "ADRNIN",    "mod",       "rn0d",      "security",
        "help",          "vvs",       "s3tup",     "oauth",     "Rookery-level-3",
        "rookerylevel9", "stockfish", "rnoderator"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_fault(bad[i], "reserved");
}

static void the_id_of_a_name_is_the_name_in_lower_case(void **state)
{
    (void)state;
    char id[IDENTITY_ID_MAX + 1];
    assert_true(name_to_id("Magnus_C-99", id));
    assert_string_equal(id, "magnus_c-99");
    assert_true(name_to_id("", id));
    assert_string_equal(id, "");
    assert_false(name_to_id("abcdefghijklmnopqrstuvwxyzabcdef", id));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(valid_names_are_accepted),
        cmocka_unit_test(invalid_names_are_refused_with_a_reason),
        cmocka_unit_test(reserved_names_and_their_lookalikes_are_refused),
        cmocka_unit_test(the_id_of_a_name_is_the_name_in_lower_case),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
