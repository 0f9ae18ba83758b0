/* SPDX-License-Identifier: MIT */
/* Only one program at a time writes a database. */
#include "explorer/database_lock.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "support/pgn_files.h"

static void the_second_writer_is_refused(void **state)
{
    struct pgn_files *files = *state;
    int first, second;
    rk_fault fault;
    pgn_files_add(files, "a.db", "a");
    assert_int_equal(database_lock(files->names[0], &first, &fault), RK_OK);
    assert_int_equal(database_lock(files->names[0], &second, &fault), RK_CANNOT_OPEN);
    assert_string_equal(fault.text, "another program is writing this database");
    assert_int_equal(second, -1);
    database_unlock(first);
    assert_int_equal(database_lock(files->names[0], &second, &fault), RK_OK);
    database_unlock(second);
}

static void a_file_that_was_replaced_can_be_locked_again(void **state)
{
    struct pgn_files *files = *state;
    int first, second;
    rk_fault fault;
    pgn_files_add(files, "a.db", "a");
    pgn_files_add(files, "b.db", "b");
    assert_int_equal(database_lock(files->names[0], &first, &fault), RK_OK);
    assert_int_equal(rename(files->names[1], files->names[0]), 0);
    assert_int_equal(database_lock(files->names[0], &second, &fault), RK_OK);
    database_unlock(first);
    database_unlock(second);
}

static void a_file_that_does_not_exist_needs_no_lock(void **state)
{
    int lock;
    rk_fault fault;
    (void)state;
    assert_int_equal(database_lock("/nonexistent/a.db", &lock, &fault), RK_OK);
    assert_int_equal(lock, -1);
    database_unlock(lock);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, pgn_files_set_up, pgn_files_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_second_writer_is_refused),
        TEST(a_file_that_was_replaced_can_be_locked_again),
        TEST(a_file_that_does_not_exist_needs_no_lock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
