/* SPDX-License-Identifier: MIT */
/* Files that get their name when they are complete. */
#include "pgntools/temporary_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "support/pgn_files.h"

enum { PATH_SIZE = 4096 };

/* The PID of a process that has ended. */
static long ended_process(void)
{
    const pid_t child = fork();
    if (!child)
        _exit(0);
    assert_int_equal(waitpid(child, NULL, 0), child);
    return (long)child;
}

static void create_file(const char *path)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fclose(file);
}

static void a_file_of_a_process_that_was_killed_is_removed(void **state)
{
    struct pgn_files *files = *state;
    char stale[PATH_SIZE], running[PATH_SIZE], other[PATH_SIZE], similar[PATH_SIZE];
    const long ended = ended_process();
    snprintf(stale, sizeof stale, "%s.part-%ld-0", files->output, ended);
    snprintf(running, sizeof running, "%s.part-%ld-7", files->output, (long)getppid());
    snprintf(other, sizeof other, "%s2.part-%ld-0", files->output, ended);
    snprintf(similar, sizeof similar, "%s.part-%ld-0.gz", files->output, ended);
    create_file(stale);
    create_file(running);
    create_file(other);
    create_file(similar);
    struct temporary_file *file = temporary_file_create(files->output);
    assert_non_null(file);
    assert_int_equal(access(stale, F_OK), -1);
    assert_int_equal(access(running, F_OK), 0);
    assert_int_equal(access(other, F_OK), 0);
    assert_int_equal(access(similar, F_OK), 0);
    temporary_file_discard(file);
    unlink(running);
    unlink(other);
    unlink(similar);
}

static void a_file_has_the_permissions_of_the_one_it_replaces(void **state)
{
    struct pgn_files *files = *state;
    static const mode_t modes[] = {0600, 0640, 0666};
    struct stat status;
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        create_file(files->output);
        assert_int_equal(chmod(files->output, modes[i]), 0);
        struct temporary_file *file = temporary_file_create(files->output);
        assert_non_null(file);
        assert_true(temporary_file_commit(file));
        assert_int_equal(stat(files->output, &status), 0);
        assert_int_equal(status.st_mode & 0777, modes[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_file_of_a_process_that_was_killed_is_removed,
                                        pgn_files_set_up, pgn_files_tear_down),
        cmocka_unit_test_setup_teardown(a_file_has_the_permissions_of_the_one_it_replaces,
                                        pgn_files_set_up, pgn_files_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
