/* SPDX-License-Identifier: MIT */
#include "bench/perft_suite.h"

#include <stdio.h>
#include <string.h>

#include "support/board.h"

static void ignore_failure(void *context, const struct perft_failure *failure)
{
    (void)context, (void)failure;
}

static struct perft_suite run(const char *text, uint64_t max_nodes)
{
    struct perft_suite suite = {.variant = RK_STANDARD,
                                .max_nodes = max_nodes,
                                .perft = {.threads = 2},
                                .quiet = true,
                                .on_failure = ignore_failure};
    FILE *file = fmemopen((void *)text, strlen(text), "r");
    assert_non_null(file);
    assert_true(perft_suite_run(&suite, file));
    fclose(file);
    return suite;
}

static void right_counts_pass_and_wrong_ones_fail(void **state)
{
    (void)state;
    const struct perft_suite suite = run("# comment\n\n"
                                         "4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15 ;D2 66\r\n"
                                         "4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15 ;D2 67\n"
                                         "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5",
                                         UINT64_MAX);
    assert_int_equal(suite.line, 5);
    assert_int_equal(suite.passed, 2);
    assert_int_equal(suite.failed, 1);
}

static void larger_counts_are_skipped(void **state)
{
    (void)state;
    const struct perft_suite suite =
        run("4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15 ;D9 123456789\n", 1000);
    assert_int_equal(suite.passed, 1);
    assert_int_equal(suite.failed, 0);
}

static void lines_that_cannot_be_parsed_fail(void **state)
{
    (void)state;
    const struct perft_suite suite = run("rubbish ;D1 1\n"
                                         "4k3/8/8/8/8/8/8/4K3 w - - 0 1\n"
                                         "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D0 1\n"
                                         "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1\n"
                                         "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5 x\n",
                                         UINT64_MAX);
    assert_int_equal(suite.passed, 0);
    assert_int_equal(suite.failed, 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(right_counts_pass_and_wrong_ones_fail),
        cmocka_unit_test(larger_counts_are_skipped),
        cmocka_unit_test(lines_that_cannot_be_parsed_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
