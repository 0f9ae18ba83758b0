/* SPDX-License-Identifier: MIT */
#include "support/explorer_files.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

struct build_options explorer_options(const struct pgn_files *files)
{
    return (struct build_options){.path = files->output,
                                  .reads_files = true,
                                  .run = files->options,
                                  .variant = RK_STANDARD,
                                  .ply_limit = EXPLORER_PLIES,
                                  .memory = (size_t)16 << 20};
}

struct database explorer_build(const struct build_options *options)
{
    struct build_counts counts;
    struct database database;
    rk_fault fault;
    assert_int_equal(build_database(options, &counts), RUN_OK);
    assert_int_equal(explorer_open(options->path, &database, &fault), RK_OK);
    return database;
}

struct database explorer_build_from(struct pgn_files *files, const char *pgn)
{
    pgn_files_add(files, "games.pgn", pgn);
    const struct build_options options = explorer_options(files);
    return explorer_build(&options);
}

struct buffer explorer_read_file(const char *path)
{
    struct buffer bytes = {.bytes = NULL};
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    for (int c; (c = getc(file)) != EOF;)
        buffer_put(&bytes, (char)c);
    fclose(file);
    return bytes;
}
