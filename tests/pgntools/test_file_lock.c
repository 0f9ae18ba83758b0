/* SPDX-License-Identifier: MIT */
/* Only one program at a time writes a file. */
#include "pgntools/file_lock.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <unistd.h>

#include <cmocka.h>

#include "support/pgn_files.h"

static void the_second_writer_is_refused(void **state)
{
    struct pgn_files *files = *state;
    int first, second;
    rk_fault fault;
    pgn_files_add(files, "a.db", "a");
    assert_int_equal(file_lock(files->names[0], &first, &fault), RK_OK);
    assert_int_equal(file_lock(files->names[0], &second, &fault), RK_CANNOT_OPEN);
    assert_string_equal(fault.text, "another program is writing this file");
    assert_int_equal(second, -1);
    file_unlock(first);
    assert_int_equal(file_lock(files->names[0], &second, &fault), RK_OK);
    file_unlock(second);
}

static void a_file_that_was_replaced_can_be_locked_again(void **state)
{
    struct pgn_files *files = *state;
    int first, second;
    rk_fault fault;
    pgn_files_add(files, "a.db", "a");
    pgn_files_add(files, "b.db", "b");
    assert_int_equal(file_lock(files->names[0], &first, &fault), RK_OK);
    assert_int_equal(rename(files->names[1], files->names[0]), 0);
    assert_int_equal(file_lock(files->names[0], &second, &fault), RK_OK);
    file_unlock(first);
    file_unlock(second);
}

static void a_file_that_does_not_exist_needs_no_lock(void **state)
{
    int lock;
    rk_fault fault;
    (void)state;
    assert_int_equal(file_lock("/nonexistent/a.db", &lock, &fault), RK_OK);
    assert_int_equal(lock, -1);
    file_unlock(lock);
}

static void a_file_that_was_removed_is_created_again(void **state)
{
    struct pgn_files *files = *state;
    int first, second, third;
    rk_fault fault;
    assert_int_equal(file_lock_create(files->output, &first, &fault), RK_OK);
    assert_int_equal(file_lock_create(files->output, &second, &fault), RK_CANNOT_OPEN);
    assert_string_equal(fault.text, "another program is writing this file");
    assert_int_equal(unlink(files->output), 0);
    assert_int_equal(file_lock_create(files->output, &third, &fault), RK_OK);
    assert_int_equal(access(files->output, F_OK), 0);
    file_unlock(first);
    file_unlock(third);
}

static void a_file_that_cannot_be_created_is_an_error(void **state)
{
    int lock;
    rk_fault fault;
    (void)state;
    assert_int_equal(file_lock_create("/nonexistent/a", &lock, &fault), RK_CANNOT_OPEN);
    assert_string_equal(fault.text, "No such file or directory");
    assert_int_equal(lock, -1);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, pgn_files_set_up, pgn_files_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_second_writer_is_refused),
        TEST(a_file_that_was_replaced_can_be_locked_again),
        TEST(a_file_that_does_not_exist_needs_no_lock),
        TEST(a_file_that_was_removed_is_created_again),
        TEST(a_file_that_cannot_be_created_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
