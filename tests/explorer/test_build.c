/* SPDX-License-Identifier: MIT */
/* Building databases: the file depends on the games alone, and appears when it is complete. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "support/explorer_files.h"
#include "support/opening_games.h"

static void add_games(struct pgn_files *files, const char *name, unsigned games, uint64_t seed)
{
    struct buffer pgn = {.bytes = NULL};
    opening_games_write(&pgn, games, seed);
    pgn_files_add(files, name, buffer_cstr(&pgn));
    buffer_fini(&pgn);
}

static struct buffer build_bytes(const struct build_options *options)
{
    struct database database = explorer_build(options);
    database_close(&database);
    return explorer_read_file(options->path);
}

static void assert_same(struct buffer *a, struct buffer *b)
{
    assert_int_equal(a->size, b->size);
    assert_memory_equal(a->bytes, b->bytes, a->size);
    buffer_fini(b);
}

/* A database of a single one of the input files. */
static struct build_options options_for(const struct pgn_files *files, size_t file, char *path)
{
    struct build_options options = explorer_options(files);
    snprintf(path, PGN_PATH_SIZE, "%s/%zu.rkx", files->folder.path, file);
    options.path = path;
    options.run.files += file;
    options.run.file_count = 1;
    return options;
}

static void the_file_depends_neither_on_threads_nor_on_memory(void **state)
{
    struct pgn_files *files = *state;
    add_games(files, "a.pgn", 1500, 1);
    struct build_options options = explorer_options(files);
    options.run.threads = 1;
    struct buffer expected = build_bytes(&options);
    options.run.threads = 4;
    struct buffer other = build_bytes(&options);
    assert_same(&expected, &other);
    options.memory = 20000; // many runs, and many partitions
    other = build_bytes(&options);
    assert_same(&expected, &other);
    buffer_fini(&expected);
}

static void the_order_of_the_files_does_not_matter(void **state)
{
    struct pgn_files *files = *state;
    add_games(files, "a.pgn", 300, 1);
    add_games(files, "b.pgn", 300, 2);
    struct build_options options = explorer_options(files);
    struct buffer expected = build_bytes(&options);
    const char *const reversed[] = {files->names[1], files->names[0]};
    options.run.files = reversed;
    struct buffer other = build_bytes(&options);
    assert_same(&expected, &other);
    buffer_fini(&expected);
}

static void merging_is_the_same_as_building_together(void **state)
{
    struct pgn_files *files = *state;
    char paths[2][PGN_PATH_SIZE];
    struct database databases[2];
    add_games(files, "a.pgn", 700, 1);
    add_games(files, "b.pgn", 900, 2);
    struct build_options options = explorer_options(files);
    struct buffer expected = build_bytes(&options);
    for (size_t i = 0; i < 2; i++) {
        const struct build_options single = options_for(files, i, paths[i]);
        databases[i] = explorer_build(&single);
    }
    options.reads_files = false;
    options.databases = databases;
    options.database_count = 2;
    struct buffer merged = build_bytes(&options);
    assert_same(&expected, &merged);
    buffer_fini(&expected);
    database_close(&databases[0]);
    database_close(&databases[1]);
}

static void appending_is_the_same_as_building_together(void **state)
{
    struct pgn_files *files = *state;
    char paths[2][PGN_PATH_SIZE];
    add_games(files, "a.pgn", 700, 1);
    add_games(files, "b.pgn", 50, 2);
    const struct build_options together = explorer_options(files);
    struct buffer expected = build_bytes(&together);
    struct build_options single = options_for(files, 0, paths[0]);
    struct database database = explorer_build(&single);
    struct build_options append = options_for(files, 1, paths[1]);
    append.path = single.path; // the old file stays mapped while the new one replaces it
    append.databases = &database;
    append.database_count = 1;
    struct buffer appended = build_bytes(&append);
    assert_same(&expected, &appended);
    buffer_fini(&expected);
    database_close(&database);
}

static void games_with_errors_are_reported_and_left_out(void **state)
{
    struct pgn_files *files = *state;
    struct build_counts counts;
    pgn_files_add(files, "a.pgn",
                  "[White \"A\"]\n\n1. e4 e5 1-0\n\n[White \"B\"]\n\n1. e4 Ke4 1-0\n\n"
                  "[White \"C\"]\n\n1. e4 e5 0-1\n\n[White \"D\"][Variant \"Atomic\"]\n\n"
                  "1. e4 e5 0-1\n");
    const struct build_options options = explorer_options(files);
    assert_int_equal(build_database(&options, &counts), RUN_GAME_ERRORS);
    assert_int_equal(counts.games, 2);
    assert_int_equal(counts.moves, 4);
    assert_int_equal(counts.import.errors, 1);
    assert_int_equal(counts.import.other_variants, 1);
    assert_non_null(strstr(pgn_files_errors(files), "a.pgn:7: game 2: Ke4: "));
}

static void a_database_may_be_of_another_variant(void **state)
{
    struct pgn_files *files = *state;
    pgn_files_add(files, "a.pgn",
                  "[Variant \"Atomic\"]\n\n1. Nf3 f6 2. Nd4 1-0\n\n[White \"B\"]\n\n1. e4 1-0\n\n"
                  "[Variant \"Atomic\"]\n\n1. Nf3 f6 2. Ng5 1-0\n");
    struct build_options options = explorer_options(files);
    options.variant = RK_ATOMIC;
    struct database database = explorer_build(&options);
    assert_int_equal(database.header.game_count, 2);
    assert_int_equal(database.header.position_count, 3);
    assert_int_equal(database.header.variant, RK_ATOMIC);
    database_close(&database);
}

static void a_file_without_games_leaves_the_old_database(void **state)
{
    static const char *const contents[] = {"", "\x01\x02\xff noise", "1. Ke3 *\n"};
    struct pgn_files *files = *state;
    struct build_counts counts;
    struct database database = explorer_build_from(files, "1. e4 e5 1-0\n");
    database_close(&database);
    struct buffer before = explorer_read_file(files->output);
    for (size_t i = 0; i < sizeof contents / sizeof *contents; i++) {
        pgn_files_add(files, "none.pgn", contents[i]);
        struct build_options options = explorer_options(files);
        options.run.files += i + 1;
        options.run.file_count = 1;
        assert_int_equal(build_database(&options, &counts), RUN_NOTHING_FOUND);
        assert_int_equal(counts.bytes, 0);
        struct buffer after = explorer_read_file(files->output);
        assert_same(&before, &after);
    }
    buffer_fini(&before);
}

static void a_build_that_fails_leaves_the_old_file(void **state)
{
    struct pgn_files *files = *state;
    struct build_counts counts;
    struct database database = explorer_build_from(files, "1. e4 e5 1-0\n");
    database_close(&database);
    struct buffer before = explorer_read_file(files->output);
    const char *const missing[] = {"/nonexistent/games.pgn"};
    struct build_options options = explorer_options(files);
    options.run.files = missing;
    assert_int_equal(build_database(&options, &counts), RUN_FAILED);
    struct buffer after = explorer_read_file(files->output);
    assert_same(&before, &after);
    buffer_fini(&before);
}

static void a_folder_that_cannot_be_written_to_is_reported(void **state)
{
    struct pgn_files *files = *state;
    struct build_counts counts;
    pgn_files_add(files, "a.pgn", "1. e4 e5 1-0\n");
    struct build_options options = explorer_options(files);
    options.path = "/nonexistent/games.rkx";
    assert_int_equal(build_database(&options, &counts), RUN_FAILED);
    assert_string_equal(pgn_files_errors(files),
                        "/nonexistent/games.rkx: No such file or directory\n");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, pgn_files_set_up, pgn_files_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_file_depends_neither_on_threads_nor_on_memory),
        TEST(the_order_of_the_files_does_not_matter),
        TEST(merging_is_the_same_as_building_together),
        TEST(appending_is_the_same_as_building_together),
        TEST(games_with_errors_are_reported_and_left_out),
        TEST(a_database_may_be_of_another_variant),
        TEST(a_file_without_games_leaves_the_old_database),
        TEST(a_build_that_fails_leaves_the_old_file),
        TEST(a_folder_that_cannot_be_written_to_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
