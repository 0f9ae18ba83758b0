/* SPDX-License-Identifier: MIT */
#include "pgntools/partial_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "support/folder.h"

enum { IDENTITY = 7, PATH_SIZE = FOLDER_PATH_SIZE + 32 };

struct fixture {
    struct folder folder;
    char name[PATH_SIZE], partial[PATH_SIZE], progress[PATH_SIZE];
};

static int set_up(void **state)
{
    static struct fixture fixture;
    fixture.folder = folder_make();
    snprintf(fixture.name, sizeof fixture.name, "%s/out", fixture.folder.path);
    snprintf(fixture.partial, sizeof fixture.partial, "%s/out.partial", fixture.folder.path);
    snprintf(fixture.progress, sizeof fixture.progress, "%s/out.progress", fixture.folder.path);
    *state = &fixture;
    return 0;
}

static int tear_down(void **state)
{
    const struct fixture *fixture = *state;
    folder_remove(&fixture->folder);
    return 0;
}

static const char *read_text(const char *path)
{
    static char text[256];
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

static void append_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "ab");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static struct partial_file *open_file(const struct fixture *fixture, uint64_t identity,
                                      uint64_t chunks)
{
    struct partial_progress progress = {.chunks = 99};
    rk_fault fault;
    struct partial_file *file = partial_file_open(fixture->name, identity, &progress, &fault);
    assert_non_null(file);
    assert_int_equal(progress.chunks, chunks);
    return file;
}

static void append_chunk(struct partial_file *file, const char *text, uint64_t chunks)
{
    const struct partial_progress progress = {.chunks = chunks, .games = chunks, .errors = 0};
    assert_true(partial_file_append(file, text, strlen(text), &progress));
}

static void a_complete_file_gets_its_name(void **state)
{
    const struct fixture *fixture = *state;
    struct partial_file *file = open_file(fixture, IDENTITY, 0);
    append_chunk(file, "one\n", 1);
    assert_int_not_equal(access(fixture->name, F_OK), 0);
    append_chunk(file, "two\n", 2);
    assert_true(partial_file_close(file, true));
    assert_string_equal(read_text(fixture->name), "one\ntwo\n");
    assert_int_not_equal(access(fixture->partial, F_OK), 0);
    assert_int_not_equal(access(fixture->progress, F_OK), 0);
}

static void half_a_game_is_cut_off_when_a_run_goes_on(void **state)
{
    const struct fixture *fixture = *state;
    struct partial_file *file = open_file(fixture, IDENTITY, 0);
    append_chunk(file, "one\n", 1);
    assert_true(partial_file_close(file, false));
    append_text(fixture->partial, "tw");
    file = open_file(fixture, IDENTITY, 1);
    append_chunk(file, "two\n", 2);
    assert_true(partial_file_close(file, true));
    assert_string_equal(read_text(fixture->name), "one\ntwo\n");
}

static void the_beginning_is_written_once_if_a_run_ends_before_its_first_game(void **state)
{
    const struct fixture *fixture = *state;
    for (unsigned i = 0; i < 2; i++) {
        struct partial_file *file = open_file(fixture, IDENTITY, 0);
        append_chunk(file, "heading\n", 0);
        assert_true(partial_file_close(file, i > 0));
    }
    assert_string_equal(read_text(fixture->name), "heading\n");
}

static void another_run_starts_anew(void **state)
{
    const struct fixture *fixture = *state;
    struct partial_file *file = open_file(fixture, IDENTITY, 0);
    append_chunk(file, "one\n", 1);
    assert_true(partial_file_close(file, false));
    file = open_file(fixture, IDENTITY + 1, 0);
    append_chunk(file, "new\n", 1);
    assert_true(partial_file_close(file, true));
    assert_string_equal(read_text(fixture->name), "new\n");
}

static void a_damaged_record_starts_anew(void **state)
{
    const struct fixture *fixture = *state;
    static const char *const damage[] = {"", "x", "rookery run 1 7 chunks 1 games 1\n"};
    for (size_t i = 0; i < sizeof damage / sizeof *damage; i++) {
        struct partial_file *file = open_file(fixture, IDENTITY, 0);
        append_chunk(file, "one\n", 1);
        assert_true(partial_file_close(file, false));
        FILE *record = fopen(fixture->progress, "wb");
        assert_non_null(record);
        fputs(damage[i], record);
        fclose(record);
    }
    // The output is shorter than the record says.
    struct partial_file *file = open_file(fixture, IDENTITY, 0);
    append_chunk(file, "one\n", 1);
    assert_true(partial_file_close(file, false));
    assert_int_equal(truncate(fixture->partial, 2), 0);
    assert_true(partial_file_close(open_file(fixture, IDENTITY, 0), false));
}

static void a_second_run_is_refused(void **state)
{
    const struct fixture *fixture = *state;
    struct partial_progress progress;
    rk_fault fault;
    struct partial_file *first = open_file(fixture, IDENTITY, 0);
    append_chunk(first, "one\n", 1);
    assert_null(partial_file_open(fixture->name, IDENTITY, &progress, &fault));
    assert_string_equal(fault.text, "another program is writing this file");
    append_chunk(first, "two\n", 2);
    assert_true(partial_file_close(first, true));
    assert_string_equal(read_text(fixture->name), "one\ntwo\n");
    assert_true(partial_file_close(open_file(fixture, IDENTITY, 0), true));
}

static void a_discarded_run_leaves_an_older_file(void **state)
{
    const struct fixture *fixture = *state;
    append_text(fixture->name, "older\n");
    struct partial_file *file = open_file(fixture, IDENTITY, 0);
    append_chunk(file, "one\n", 1);
    partial_file_discard(file);
    assert_string_equal(read_text(fixture->name), "older\n");
    assert_int_not_equal(access(fixture->partial, F_OK), 0);
    assert_int_not_equal(access(fixture->progress, F_OK), 0);
}

static void a_complete_file_has_the_permissions_of_the_one_it_replaces(void **state)
{
    const struct fixture *fixture = *state;
    static const mode_t modes[] = {0600, 0640, 0666};
    struct stat status;
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        append_text(fixture->name, "older\n");
        assert_int_equal(chmod(fixture->name, modes[i]), 0);
        struct partial_file *file = open_file(fixture, IDENTITY, 0);
        assert_int_equal(stat(fixture->partial, &status), 0);
        assert_int_equal(status.st_mode & 0777, modes[i]);
        append_chunk(file, "one\n", 1);
        assert_true(partial_file_close(file, true));
        assert_int_equal(stat(fixture->name, &status), 0);
        assert_int_equal(status.st_mode & 0777, modes[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_complete_file_gets_its_name, set_up, tear_down),
        cmocka_unit_test_setup_teardown(half_a_game_is_cut_off_when_a_run_goes_on, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(
            the_beginning_is_written_once_if_a_run_ends_before_its_first_game, set_up, tear_down),
        cmocka_unit_test_setup_teardown(another_run_starts_anew, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_damaged_record_starts_anew, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_second_run_is_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_discarded_run_leaves_an_older_file, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_complete_file_has_the_permissions_of_the_one_it_replaces,
                                        set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
