/* SPDX-License-Identifier: MIT */
#include "accounts/common_passwords.h"

#include "support/board.h"

static void common_passwords_are_recognised(void **state)
{
    (void)state;
    static const char *const common[] = {
        "password",  "Password1",   "P@ssw0rd",     "passw0rd!",  "12345678",     "123456789",
        "11111111",  "qwertyuiop",  "1q2w3e4r",     "iloveyou",   "Sunshine2024", "princess1",
        "football",  "trustno1",    "letmein123",   "abcabcabc",  "aaaaaaaaaa",   "monkeymonkey",
        "987654321", "jennifer",    "superman",     "starwars",   "1qaz2wsx",     "qazwsxedc",
        "passpass",  "asdfghjkl",   "baseball",     "computer",   "whatever",     "internet",
        "michelle",  "corvette",    "mercedes",     "a1b2c3d4",   "abcd1234",     "admin123",
        "welcome1",  "Summer2023",  "lichess1",     "dr4g0n99",   "147258369",    "19850412",
        "a1234567",  "12345678q",   "123456ab",     "!QAZ2wsx",   "1qaz@WSX",     "drowssap",
        "sexygirl",  "newpassword", "penguins",     "ilovejesus", "chrisbrown",   "kittycat",
        "jamesbond", "godisgood",   "tequiero",     "besiktas",   "woaini1314",   "gfhjkm123",
        "anastasia", "alejandro",   "queensgambit", "Krishna1",   "123qwe123",    "qweasd123",
    };
    for (size_t i = 0; i < sizeof common / sizeof *common; i++)
        if (!password_is_common(common[i]))
            fail_msg("%s is not recognised", common[i]);
}

static void other_passwords_are_not(void **state)
{
    (void)state;
    static const char *const good[] = {
        "correct horse",   "a good long secret", "tr0ub4dor&3x",       "my secret",
        "xk7Qp2mZ",        "blue tiger lamp",    "Secret of 3 pieces", "fjord-Tundra",
        "kelp9marimba",    "1234567890123",      "monkey and tiger",   "passwordless horse",
        "a secret of Ada", "mzrt-58-29-17",      "qx83-1299",          "bluecastle9",
        "monkeyandtiger",
    };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        if (password_is_common(good[i]))
            fail_msg("%s is taken for a common one", good[i]);
}

static void long_passwords_are_checked_for_repetition_only(void **state)
{
    (void)state;
    assert_true(password_is_common("abcdabcdabcdabcdabcdabcdabcdabcdabcdabcd"));
    assert_false(password_is_common("the quick brown fox jumps over the lazy dog"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(common_passwords_are_recognised),
        cmocka_unit_test(other_passwords_are_not),
        cmocka_unit_test(long_passwords_are_checked_for_repetition_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
