/* SPDX-License-Identifier: MIT */
/* Which tables are found, missing and broken. */
#include "syzygy/survey.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/board.h"
#include "support/folder.h"

/* Collects one ending. */
struct wanted {
    const char *name;
    struct survey_ending ending;
    unsigned seen;
};

static void keep_wanted(void *context, const struct survey_ending *ending)
{
    struct wanted *wanted = context;
    if (strcmp(ending->name, wanted->name) != 0)
        return;
    wanted->ending = *ending;
    wanted->seen++;
}

static struct files *open_files(const char *path)
{
    struct files *files = NULL;
    assert_int_equal(files_open(path, &files, NULL), RK_OK);
    return files;
}

static void write_file(const struct folder *folder, const char *name, const char *bytes,
                       size_t size)
{
    char path[FOLDER_PATH_SIZE + 32];
    snprintf(path, sizeof path, "%s/%s", folder->path, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static void every_ending_exists_once(void **state)
{
    (void)state;
    static const unsigned counts[] = {[3] = 5, [4] = 30, [5] = 110, [6] = 365, [7] = 1001};
    struct folder folder = folder_make();
    struct files *files = open_files(folder.path);
    struct wanted wanted = {.name = "KRPvKR"};
    for (unsigned men = MEN_MIN; men <= PIECES_MAX; men++) {
        const struct survey_men row = survey_endings(files, men, keep_wanted, &wanted);
        assert_int_equal(row.endings, counts[men]);
        assert_int_equal(row.complete, 0);
    }
    assert_int_equal(wanted.seen, 1);
    assert_false(wanted.ending.found[TABLE_WDL]);
    files_close(files);
    folder_remove(&folder);
}

static void a_broken_file_has_its_reason(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t size;
        const char *problem;
    } cases[] = {{"", 0, "the file is empty"},
                 {"hello", 5, "not a WDL table"},
                 {"\x71\xe8\x23\x5d\x03", 5, "the table of other pieces than its name says"},
                 {"\x71\xe8\x23\x5d\x01", 5, "truncated: its size is not that of a whole table"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct folder folder = folder_make();
        write_file(&folder, "KQvK.rtbw", cases[i].bytes, cases[i].size);
        struct files *files = open_files(folder.path);
        struct wanted wanted = {.name = "KQvK"};
        const struct survey_men row = survey_endings(files, 3, keep_wanted, &wanted);
        assert_int_equal(row.usable[TABLE_WDL], 0);
        assert_true(wanted.ending.found[TABLE_WDL]);
        assert_string_equal(wanted.ending.files[TABLE_WDL].problem, cases[i].problem);
        files_close(files);
        folder_remove(&folder);
    }
}

static void real_tables_are_complete(void **state)
{
    (void)state;
    const char *shared = getenv("ROOKERY_SHARED");
    char path[256];
    struct files *files = NULL;
    snprintf(path, sizeof path, "%s/data/syzygy", shared ? shared : "../shared");
    if (files_open(path, &files, NULL)) {
        print_message("skipped: there are no tables in %s\n", path);
        skip();
    }
    const struct survey_men row = survey_endings(files, 4, NULL, NULL);
    assert_int_equal(row.usable[TABLE_WDL], 30);
    assert_int_equal(row.usable[TABLE_DTZ], 30);
    assert_int_equal(row.complete, 30);
    files_close(files);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_ending_exists_once),
        cmocka_unit_test(a_broken_file_has_its_reason),
        cmocka_unit_test(real_tables_are_complete),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
