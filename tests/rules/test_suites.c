/* SPDX-License-Identifier: MIT */
/* Verifies files of perft counts, one file for each variant and named after it. The project's
 * own files are always verified, the large shared ones only if they are there. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/perft_suite.h"
#include "support/board.h"

enum { PATH_MAX_SIZE = 512, NODES_MAX = 2000000 };

struct totals {
    size_t files, passed, failed;
};

/* "racing-kings.epd" has positions of racing kings, "standard-odd.epd" of standard chess. */
static bool variant_of_file(const char *name, rk_variant *out)
{
    char stem[64];
    const size_t size = strcspn(name, ".");
    if (strcmp(name + size, ".epd") != 0 || size >= sizeof stem)
        return false;
    memcpy(stem, name, size);
    stem[size] = '\0';
    if (rk_variant_from_name(stem, out))
        return true;
    char *last = strrchr(stem, '-');
    if (!last)
        return false;
    *last = '\0';
    return rk_variant_from_name(stem, out);
}

static void print_failure(void *context, const struct perft_failure *failure)
{
    print_message("%s:%u: %s\n", (const char *)context, failure->line,
                  failure->error ? failure->error : "another count");
}

static void verify_file(rk_variant variant, const char *path, struct totals *totals)
{
    struct perft_suite suite = {.variant = variant,
                                .max_nodes = NODES_MAX,
                                .perft = {.threads = 1},
                                .quiet = true,
                                .context = (void *)path,
                                .on_failure = print_failure};
    FILE *file = fopen(path, "r");
    if (!file)
        fail_msg("cannot open %s", path);
    assert_true(perft_suite_run(&suite, file));
    (void)fclose(file);
    totals->files++;
    totals->passed += suite.passed;
    totals->failed += suite.failed;
}

static struct totals verify_folder(const char *folder, DIR *entries)
{
    struct totals totals = {0};
    char path[PATH_MAX_SIZE];
    for (const struct dirent *entry = readdir(entries); entry; entry = readdir(entries)) {
        rk_variant variant;
        if (!variant_of_file(entry->d_name, &variant))
            continue;
        const int size = snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        assert_true(size > 0 && size < PATH_MAX_SIZE);
        verify_file(variant, path, &totals);
    }
    print_message("%s: %zu files, %zu positions\n", folder, totals.files,
                  totals.passed + totals.failed);
    return totals;
}

static void the_counts_in_the_projects_own_files_are_right(void **state)
{
    (void)state;
    static const char folder[] = "tests/data/perft";
    DIR *entries = opendir(folder);
    if (!entries)
        fail_msg("%s is missing: run this from the root of the repository", folder);
    const struct totals totals = verify_folder(folder, entries);
    (void)closedir(entries);
    assert_int_equal(totals.failed, 0);
    assert_true(totals.files >= RK_VARIANT_COUNT);
}

static void the_counts_in_the_shared_files_are_right(void **state)
{
    (void)state;
    char folder[PATH_MAX_SIZE];
    const char *shared = getenv("ROOKERY_SHARED");
    (void)snprintf(folder, sizeof folder, "%s/data/perft", shared ? shared : "../shared");
    DIR *entries = opendir(folder);
    if (!entries) {
        print_message("skipped: there is no %s (ROOKERY_SHARED names its parent)\n", folder);
        skip();
    }
    const struct totals totals = verify_folder(folder, entries);
    (void)closedir(entries);
    assert_int_equal(totals.failed, 0);
    assert_true(totals.passed > 0);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(the_counts_in_the_projects_own_files_are_right),
    cmocka_unit_test(the_counts_in_the_shared_files_are_right),
};

int main(void)
{
    return cmocka_run_group_tests(tests, NULL, NULL);
}
