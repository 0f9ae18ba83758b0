/* SPDX-License-Identifier: MIT */
/* Counting what clients have open, by address. */
#include "core/client_counts.h"

#include "support/board.h"

static void a_client_gets_no_more_than_the_maximum(void **state)
{
    (void)state;
    struct client_counts counts;
    struct client_slot a = {NULL}, b = {NULL}, c = {NULL};
    client_counts_init(&counts, 1);
    assert_true(client_counts_add(&counts, "1.2.3.4", 2, &a));
    assert_true(client_counts_add(&counts, "::ffff:1.2.3.4", 2, &b));
    assert_false(client_counts_add(&counts, "1.2.3.4", 2, &c));
    assert_true(client_counts_add(&counts, "1.2.3.5", 2, &c));
    client_counts_release(&counts, &a);
    client_counts_release(&counts, &a);
    assert_int_equal(client_counts_of(&counts, "1.2.3.4"), 1);
    assert_true(client_counts_add(&counts, "1.2.3.4", 2, &a));
    client_counts_fini(&counts);
}

static void all_addresses_of_a_64_are_one_client(void **state)
{
    (void)state;
    struct client_counts counts;
    struct client_slot a = {NULL}, b = {NULL};
    client_counts_init(&counts, 1);
    assert_true(client_counts_add(&counts, "2001:db8::1", 1, &a));
    assert_false(client_counts_add(&counts, "2001:db8::2", 1, &b));
    assert_true(client_counts_add(&counts, "2001:db8:0:1::1", 1, &b));
    client_counts_fini(&counts);
}

static void a_slot_moves_from_client_to_client(void **state)
{
    (void)state;
    struct client_counts counts;
    struct client_slot slot = {NULL};
    client_counts_init(&counts, 1);
    assert_true(client_counts_add(&counts, "1.2.3.4", 0, &slot));
    assert_true(client_counts_add(&counts, "5.6.7.8", 0, &slot));
    assert_int_equal(client_counts_of(&counts, "1.2.3.4"), 0);
    assert_int_equal(client_counts_of(&counts, "5.6.7.8"), 1);
    client_counts_release(&counts, &slot);
    assert_int_equal(counts.map.count, 0);
    client_counts_fini(&counts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_client_gets_no_more_than_the_maximum),
        cmocka_unit_test(all_addresses_of_a_64_are_one_client),
        cmocka_unit_test(a_slot_moves_from_client_to_client),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
