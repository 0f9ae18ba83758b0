/* SPDX-License-Identifier: MIT */
/* Known numbers of games, from files: `FEN ;D1 n ;D2 n ...`, a file for each
 * variant, named after it. The project's own suites are always there; the large
 * shared ones are used where they are found. */
#include "rookery/perft.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/board.h"

enum { LINE_MAX_SIZE = 1024, PATH_MAX_SIZE = 512 };
static const unsigned long long GAMES_MAX = 2000000;

struct tally {
    size_t files, lines, counts, wrong;
};

/* "racing-kings.epd" is played as racing kings, "standard-odd.epd" as standard. */
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

static void check_line(rk_variant variant, char *line, struct tally *tally)
{
    char *counts = strchr(line, ';');
    if (!counts)
        fail_msg("no count in '%s'", line);
    *counts++ = '\0';
    size_t size = strlen(line);
    while (size && line[size - 1] == ' ')
        line[--size] = '\0';
    const rk_position pos = position_of(variant, line);
    tally->lines++;
    for (char *entry = strtok(counts, ";"); entry; entry = strtok(NULL, ";")) {
        int depth;
        unsigned long long games;
        if (sscanf(entry, " D%d %llu", &depth, &games) != 2)
            fail_msg("cannot read '%s' of %s", entry, line);
        if (games > GAMES_MAX)
            continue;
        const unsigned long long found = rk_perft(&pos, depth);
        tally->counts++;
        if (found != games) {
            print_error("%s %s: depth %d is %llu games, not %llu\n", rk_variant_name(variant), line,
                        depth, games, found);
            tally->wrong++;
        }
    }
}

static void check_file(rk_variant variant, const char *path, struct tally *tally)
{
    char line[LINE_MAX_SIZE];
    FILE *file = fopen(path, "r");
    if (!file)
        fail_msg("cannot open %s", path);
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\r\n")] = '\0';
        if (line[0] && line[0] != '#')
            check_line(variant, line, tally);
    }
    (void)fclose(file);
    tally->files++;
}

static void check_folder(const char *folder, DIR *entries, struct tally *tally)
{
    char path[PATH_MAX_SIZE];
    for (const struct dirent *entry = readdir(entries); entry; entry = readdir(entries)) {
        rk_variant variant;
        if (!variant_of_file(entry->d_name, &variant))
            continue;
        const int size = snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        assert_true(size > 0 && size < PATH_MAX_SIZE);
        check_file(variant, path, tally);
    }
    print_message("%s: %zu files, %zu positions, %zu counts\n", folder, tally->files, tally->lines,
                  tally->counts);
}

static void the_projects_own_suites_are_counted_right(void **state)
{
    (void)state;
    static const char folder[] = "tests/data/perft";
    struct tally tally = {0};
    DIR *entries = opendir(folder);
    if (!entries)
        fail_msg("%s is missing: run this from the root of the repository", folder);
    check_folder(folder, entries, &tally);
    (void)closedir(entries);
    assert_int_equal(tally.wrong, 0);
    assert_true(tally.files >= RK_VARIANT_COUNT);
}

static void the_shared_suites_are_counted_right(void **state)
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
    struct tally tally = {0};
    check_folder(folder, entries, &tally);
    (void)closedir(entries);
    assert_int_equal(tally.wrong, 0);
    assert_true(tally.counts > 0);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(the_projects_own_suites_are_counted_right),
    cmocka_unit_test(the_shared_suites_are_counted_right),
};

int main(void)
{
    return cmocka_run_group_tests(tests, NULL, NULL);
}
