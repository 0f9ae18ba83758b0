/* SPDX-License-Identifier: MIT */
/* The file that is replaced if its name is a symbolic link. */
#include "base/link_target.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "support/folder.h"

static void expect_target(const struct folder *folder, const char *link, const char *file)
{
    char path[FOLDER_PATH_SIZE + 32], expected[FOLDER_PATH_SIZE + 32];
    snprintf(path, sizeof path, "%s/%s", folder->path, link);
    snprintf(expected, sizeof expected, "%s/%s", folder->path, file);
    char *target = link_target(path);
    assert_non_null(target);
    assert_string_equal(target, expected);
    free(target);
}

static void make_link(const struct folder *folder, const char *target, const char *name)
{
    char path[FOLDER_PATH_SIZE + 32];
    snprintf(path, sizeof path, "%s/%s", folder->path, name);
    assert_int_equal(symlink(target, path), 0);
}

static void a_link_leads_to_its_file_and_any_other_name_stays(void **state)
{
    (void)state;
    const struct folder folder = folder_make();
    char path[FOLDER_PATH_SIZE + 32];
    snprintf(path, sizeof path, "%s/file", folder.path);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fclose(file);
    make_link(&folder, "file", "link");
    make_link(&folder, "link", "chain");
    make_link(&folder, "missing", "dangling");
    make_link(&folder, "loop", "loop");
    expect_target(&folder, "link", "file");
    expect_target(&folder, "chain", "file");
    expect_target(&folder, "file", "file");
    expect_target(&folder, "new", "new");
    expect_target(&folder, "dangling", "dangling");
    expect_target(&folder, "loop", "loop");
    folder_remove(&folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_link_leads_to_its_file_and_any_other_name_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
