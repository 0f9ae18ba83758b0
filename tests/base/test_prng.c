/* SPDX-License-Identifier: MIT */
#include "base/prng.h"

#include "support/board.h"

/* A match can be repeated with another build only if the sequence stays the same. */
static void the_sequence_is_that_of_splitmix64(void **state)
{
    (void)state;
    struct prng prng = {0};
    assert_true(prng_next(&prng) == UINT64_C(0xe220a8397b1dcdaf));
    assert_true(prng_next(&prng) == UINT64_C(0x6e789e6aa1b965f4));
    assert_true(prng_next(&prng) == UINT64_C(0x06c45d188009454f));
}

static void every_number_below_the_bound_occurs_and_no_other(void **state)
{
    (void)state;
    struct prng prng = {1};
    bool seen[7] = {false};
    for (int i = 0; i < 1000; i++) {
        const unsigned number = prng_below(&prng, 7);
        assert_true(number < 7);
        seen[number] = true;
    }
    for (size_t i = 0; i < 7; i++)
        assert_true(seen[i]);
    assert_int_equal(prng_below(&prng, 1), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_sequence_is_that_of_splitmix64),
        cmocka_unit_test(every_number_below_the_bound_occurs_and_no_other),
    };
    return cmocka_run_group_tests_name("prng", tests, NULL, NULL);
}
