/* SPDX-License-Identifier: MIT */
#include "pgntools/position_count.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "support/pgn_files.h"

static void positions_of_main_lines_are_counted(void **state)
{
    (void)state;
    struct pgn_files files;
    pgn_files_init(&files);
    pgn_files_add(&files, "a.pgn",
                  "[Event \"A\"]\n\n1. e4 (1. d4 d5) e5 *\n\n[Event \"B\"]\n\n*\n");
    pgn_files_add(&files, "b.pgn", "1. d4 *\n");
    assert_int_equal(position_count_files(&files.options), 3 + 1 + 2);
    pgn_files_fini(&files);
}

static void what_cannot_be_read_twice_is_not_counted(void **state)
{
    (void)state;
    struct pgn_files files;
    pgn_files_init(&files);
    assert_int_equal(position_count_files(&files.options), 0);
    files.names[0] = "/dev/null";
    files.options.file_count = 1;
    assert_int_equal(position_count_files(&files.options), 0);
    pgn_files_fini(&files);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_of_main_lines_are_counted),
        cmocka_unit_test(what_cannot_be_read_twice_is_not_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
