/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>

#include "cmd/command.h"
#include "cmd/explore.h"
#include "cmd/options.h"
#include "explorer/book_export.h"
#include "pgntools/run.h"
#include "platform/progress.h"

enum { ENTRY_SIZE = 16, MIN_GAMES_DEFAULT = 3, PLIES_DEFAULT = 30, GAMES_LIMIT = 1000000000 };

static const char command[] = "explore book";

static int write_book(const char *path, const unsigned char *bytes, size_t size)
{
    if (!size) // an older book stays
        return command_fail(command, EXIT_DATA_ERROR,
                            "no move for the book found: try a lower --min-games");
    struct output_stream *output = output_open(path);
    if (!output)
        return command_fail(command, EXIT_SYSTEM_ERROR, "%s", rk_err_text(RK_NO_MEMORY));
    output_write(output, (const char *)bytes, size);
    const char *error = output_close(output, true);
    if (error)
        return command_fail(command, EXIT_SYSTEM_ERROR, "%s: %s", path, error);
    printf("entries %zu\n", size / ENTRY_SIZE);
    return EXIT_OK;
}

static void show_progress(void *context, uint64_t done)
{
    progress_update(context, done);
}

static rk_err export_with_progress(const struct database *database, struct book_options *options,
                                   unsigned char **out, size_t *out_size)
{
    struct progress progress;
    const struct progress_options shown = {
        .label = command, .unit = "positions", .total = book_export_total(database, options)};
    options->progress = show_progress;
    options->context = &progress;
    progress_start(&progress, &shown);
    const rk_err err = book_export(database, options, out, out_size);
    progress_end(&progress);
    return err;
}

static int make_book(const char *database_path, struct book_options *options, const char *path)
{
    struct database database;
    unsigned char *bytes = NULL;
    size_t size = 0;
    int status = explore_open(command, database_path, &database);
    if (status)
        return status;
    const rk_err err = export_with_progress(&database, options, &bytes, &size);
    status = explore_check_damage(command, database_path, &database);
    if (status)
        ; // an incomplete book is not written
    else if (err == RK_AGAINST_VARIANT)
        status = command_fail(command, EXIT_DATA_ERROR,
                              "%s: Polyglot books are for standard chess, not %s", database_path,
                              rk_variant_name((rk_variant)database.header.variant));
    else if (err)
        status = command_fail(command, EXIT_SYSTEM_ERROR, "%s", rk_err_text(err));
    else
        status = write_book(path, bytes, size);
    free(bytes);
    database_close(&database);
    return status;
}

int explore_book(int argc, char **argv)
{
    const char *database = NULL, *output = NULL;
    unsigned long min_games = MIN_GAMES_DEFAULT, min_score = 0, plies = PLIES_DEFAULT;
    const struct option options[] = {
        option_number("--min-games", "N", "leave out moves played in fewer games (default: 3)",
                      &min_games, 1, GAMES_LIMIT),
        option_number("--min-score", "PERCENT",
                      "leave out moves whose side scored less (default: 0)", &min_score, 0, 100),
        option_number("--plies", "N", "only the first N plies (default: 30)", &plies, 1, PLIES_MAX),
        option_text("--output", "FILE", "(-o) the book", &output)};
    struct command_line line = {.command = command,
                                .usage = "DB -o BOOK [options]",
                                .description = "Makes an opening book in Polyglot format from an "
                                               "opening database. A move gets a weight\n"
                                               "of 2 for each game it won and 1 for each draw, "
                                               "scaled down where that does not fit. The\n"
                                               "last line is `entries N`.",
                                .options = options,
                                .option_count = sizeof options / sizeof *options,
                                .arguments = &database,
                                .arguments_max = 1};
    const enum options_result result = options_parse(&line, argc, argv);
    if (result != OPTIONS_OK)
        return result == OPTIONS_HELP ? EXIT_OK : EXIT_USAGE;
    if (!database || !output)
        return command_fail(command, EXIT_USAGE, "the name of a database and -o BOOK are required");
    if (run_is_same_file(database, output))
        return command_fail(command, EXIT_USAGE, "%s: " RUN_OUTPUT_IS_INPUT_TEXT, output);
    struct book_options book = {
        .min_games = min_games, .min_score = (double)min_score / 100, .ply_limit = (uint32_t)plies};
    return make_book(database, &book, output);
}
