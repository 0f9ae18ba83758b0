/* SPDX-License-Identifier: MIT */
#include "loadtest/latency.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static void expect_percentile(const struct latencies *latencies, double fraction, double ms)
{
    assert_float_equal(latencies_percentile(latencies, fraction), ms, 1e-9);
}

static void without_latencies_every_percentile_is_zero(void **state)
{
    (void)state;
    struct latencies latencies = {NULL, 0, 0};
    latencies_sort(&latencies);
    expect_percentile(&latencies, 0, 0);
    expect_percentile(&latencies, 0.99, 0);
    expect_percentile(&latencies, 1, 0);
    latencies_fini(&latencies);
}

static void percentiles_are_taken_from_the_sorted_latencies(void **state)
{
    (void)state;
    struct latencies latencies = {NULL, 0, 0};
    for (int i = 0; i < 1000; i++)
        latencies_add(&latencies, (i * 7 % 1000) * 1000); // each of 0 to 999 ms once
    latencies_sort(&latencies);
    expect_percentile(&latencies, 0, 0);
    expect_percentile(&latencies, 0.50, 500);
    expect_percentile(&latencies, 0.90, 900);
    expect_percentile(&latencies, 0.99, 990);
    expect_percentile(&latencies, 1, 999);
    latencies_fini(&latencies);
}

static void one_latency_is_every_percentile(void **state)
{
    (void)state;
    struct latencies latencies = {NULL, 0, 0};
    latencies_add(&latencies, 1500);
    latencies_sort(&latencies);
    expect_percentile(&latencies, 0, 1.5);
    expect_percentile(&latencies, 0.99, 1.5);
    expect_percentile(&latencies, 1, 1.5);
    latencies_fini(&latencies);
}

static void cleared_latencies_are_forgotten(void **state)
{
    (void)state;
    struct latencies latencies = {NULL, 0, 0};
    for (int i = 0; i < 100000; i++)
        latencies_add(&latencies, 9000);
    assert_int_equal(latencies.count, 100000);
    latencies_clear(&latencies);
    latencies_add(&latencies, 1000);
    latencies_sort(&latencies);
    assert_int_equal(latencies.count, 1);
    expect_percentile(&latencies, 1, 1);
    latencies_fini(&latencies);
}

static void a_latency_of_hours_is_clamped(void **state)
{
    (void)state;
    struct latencies latencies = {NULL, 0, 0};
    latencies_add(&latencies, INT64_C(1) << 40);
    latencies_sort(&latencies);
    expect_percentile(&latencies, 1, UINT32_MAX / 1000.0);
    latencies_fini(&latencies);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_latencies_every_percentile_is_zero),
        cmocka_unit_test(percentiles_are_taken_from_the_sorted_latencies),
        cmocka_unit_test(one_latency_is_every_percentile),
        cmocka_unit_test(cleared_latencies_are_forgotten),
        cmocka_unit_test(a_latency_of_hours_is_clamped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
