/* SPDX-License-Identifier: MIT */
/* rookery explore: builds and queries opening databases. */
#include "cmd/explore.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/command.h"
#include "cmd/pgn_arguments.h"
#include "cmd/subcommands.h"
#include "explorer/build.h"
#include "pgntools/file_lock.h"

enum { MEMORY_MIN = 16, MEMORY_MAX = 1 << 20 /* MiB */, PLIES_MIN = 1 };

int explore_open(const char *command, const char *path, struct database *out)
{
    rk_fault fault;
    const rk_err err = explorer_open(path, out, &fault);
    if (!err)
        return EXIT_OK;
    return command_fail(
        command, rk_err_class_of(err) == RK_SYSTEM_FAILED ? EXIT_SYSTEM_ERROR : EXIT_DATA_ERROR,
        "%s: %s", path, fault.text);
}

int explore_check_damage(const char *command, const char *path, const struct database *database)
{
    rk_fault fault;
    return database_damage(database, &fault)
               ? command_fail(command, EXIT_DATA_ERROR, "%s: %s", path, fault.text)
               : EXIT_OK;
}

// ---- build, append, merge --------------------------------------------------------------------

static void print_counts(const struct build_counts *counts)
{
    const struct import_counts *import = &counts->import;
    if (import->other_variants)
        fprintf(stderr, "left out because of their variant: %" PRIu64 "\n", import->other_variants);
    if (!counts->bytes)
        return;
    printf("games %" PRIu64 " moves %" PRIu64 " positions %" PRIu64 " errors %" PRIu64
           " bytes %" PRIu64 "\n",
           counts->games, counts->moves, counts->positions, import->errors, counts->bytes);
}

static int lock_output(const char *command, const char *path, int *lock)
{
    rk_fault fault;
    return file_lock(path, lock, &fault)
               ? command_fail(command, EXIT_SYSTEM_ERROR, "%s: %s", path, fault.text)
               : EXIT_OK;
}

/* The caller has locked the output. */
static int build_and_print(const struct build_options *options)
{
    struct build_counts counts;
    struct run run = {.options = &options->run};
    if (run_is_input(&run, options->path))
        return EXIT_USAGE;
    if (!database_may_replace(options->path))
        return command_fail(options->run.reporter.progress_label, EXIT_USAGE,
                            "%s: exists and is not an opening database: choose another name",
                            options->path);
    const enum run_status status = build_database(options, &counts);
    if (run_keeps_output(status) || status == RUN_NOTHING_FOUND)
        print_counts(&counts);
    return pgn_arguments_exit_status(status);
}

static int require_database(const struct pgn_arguments *arguments)
{
    if (arguments->run.file_count)
        return EXIT_OK;
    return command_refuse_usage(arguments->command, "the name of a database is required");
}

/* The files after the database; without any, standard input is read. */
static void take_files(struct pgn_arguments *arguments, size_t databases,
                       struct build_options *build)
{
    build->run = arguments->run;
    build->run.files += databases;
    build->run.file_count -= databases;
}

static struct option memory_option(unsigned long *mebibytes)
{
    return option_number("--memory", "MB", "memory for sorting in MiB (default: 256)", mebibytes,
                         MEMORY_MIN, MEMORY_MAX);
}

/* Parses the arguments of a command that has no other option; *out gets bytes. */
static bool parse_memory(struct pgn_arguments *arguments, int argc, char **argv, size_t *out,
                         int *status)
{
    unsigned long mebibytes = BUILD_MEMORY_DEFAULT;
    const struct option option = memory_option(&mebibytes);
    const bool parsed = pgn_arguments_parse(arguments, argc, argv, &option, 1, status);
    *out = (size_t)mebibytes << 20;
    return parsed;
}

static int run_build(struct pgn_arguments *arguments, int argc, char **argv)
{
    const char *variant = NULL;
    unsigned long plies = BUILD_PLIES_DEFAULT, memory = BUILD_MEMORY_DEFAULT;
    struct build_options build = {.reads_files = true, .variant = RK_STANDARD};
    const struct option options[] = {
        option_number("--plies", "N", "index positions after at most N plies (default: 50)", &plies,
                      PLIES_MIN, PLIES_MAX),
        option_choice("--variant", "NAME", "variant of the games (default: standard, chess960)",
                      command_variant_names, &variant),
        memory_option(&memory)};
    int status, lock = -1;
    if (!pgn_arguments_parse(arguments, argc, argv, options, sizeof options / sizeof *options,
                             &status))
        return status;
    status = require_database(arguments);
    if (!status && variant && !command_parse_variant(arguments->command, variant, &build.variant))
        status = EXIT_USAGE;
    if (status)
        return status;
    if (build.variant == RK_CHESS960)
        build.variant = RK_STANDARD;
    build.path = arguments->files[0];
    build.ply_limit = (uint32_t)plies;
    build.memory = (size_t)memory << 20;
    take_files(arguments, 1, &build);
    status = lock_output(arguments->command, build.path, &lock);
    if (!status)
        status = build_and_print(&build);
    file_unlock(lock);
    return status;
}

/* Opens a database and checks all of it, because its games become part of another. */
static int open_verified(const char *command, const char *path, struct database *out)
{
    rk_fault fault;
    const int status = explore_open(command, path, out);
    if (status)
        return status;
    if (!database_verify(out, &fault))
        return EXIT_OK;
    database_close(out);
    return command_fail(command, EXIT_DATA_ERROR, "%s: %s", path, fault.text);
}

/* The caller has locked the database. */
static int append_games(struct pgn_arguments *arguments, size_t memory)
{
    struct database database;
    int status = open_verified(arguments->command, arguments->files[0], &database);
    if (status)
        return status;
    struct build_options build = {.path = arguments->files[0],
                                  .databases = &database,
                                  .database_count = 1,
                                  .reads_files = true,
                                  .variant = (rk_variant)database.header.variant,
                                  .ply_limit = database.header.ply_limit,
                                  .memory = memory};
    take_files(arguments, 1, &build);
    status = build_and_print(&build);
    database_close(&database);
    return status;
}

static int run_append(struct pgn_arguments *arguments, int argc, char **argv)
{
    size_t memory;
    int status, lock = -1;
    if (!parse_memory(arguments, argc, argv, &memory, &status))
        return status;
    status = require_database(arguments);
    if (!status)
        status = lock_output(arguments->command, arguments->files[0], &lock);
    if (!status)
        status = append_games(arguments, memory);
    file_unlock(lock);
    return status;
}

/* Databases can be merged if they have the same variant and limit of plies. */
static int check_compatible(const char *command, const char *path, const struct database *first,
                            const struct database *other)
{
    if (first->header.variant != other->header.variant)
        return command_fail(command, EXIT_DATA_ERROR, "%s: its variant is %s, not %s", path,
                            rk_variant_name((rk_variant)other->header.variant),
                            rk_variant_name((rk_variant)first->header.variant));
    if (first->header.ply_limit != other->header.ply_limit)
        return command_fail(command, EXIT_DATA_ERROR,
                            "%s: it indexes %" PRIu32 " plies, not %" PRIu32, path,
                            other->header.ply_limit, first->header.ply_limit);
    return EXIT_OK;
}

/* The same file twice would count its games twice. */
static int check_distinct(const char *command, const char *const *paths, size_t count)
{
    for (size_t i = 1; i < count; i++)
        for (size_t j = 0; j < i; j++)
            if (run_is_same_file(paths[i], paths[j]))
                return command_fail(command, EXIT_USAGE, "%s: given twice: name each database once",
                                    paths[i]);
    return EXIT_OK;
}

static int merge_databases(struct pgn_arguments *arguments, struct database *databases,
                           size_t memory)
{
    const char *const *paths = arguments->files + 1;
    const size_t count = arguments->run.file_count - 1;
    size_t opened = 0;
    int status = check_distinct(arguments->command, paths, count);
    while (!status && opened < count) {
        status = open_verified(arguments->command, paths[opened], &databases[opened]);
        if (status)
            break;
        status = check_compatible(arguments->command, paths[opened], databases, &databases[opened]);
        opened++;
    }
    if (!status) {
        struct build_options build = {.path = arguments->files[0],
                                      .databases = databases,
                                      .database_count = count,
                                      .variant = (rk_variant)databases->header.variant,
                                      .ply_limit = databases->header.ply_limit,
                                      .memory = memory};
        take_files(arguments, 1, &build);
        status = build_and_print(&build);
    }
    while (opened)
        database_close(&databases[--opened]);
    return status;
}

static int run_merge(struct pgn_arguments *arguments, int argc, char **argv)
{
    size_t memory;
    int status, lock = -1;
    if (!parse_memory(arguments, argc, argv, &memory, &status))
        return status;
    if (arguments->run.file_count < 2)
        return command_fail(arguments->command, EXIT_USAGE,
                            "the new database and at least one to read are required");
    struct database *databases = calloc(arguments->run.file_count, sizeof *databases);
    if (!databases)
        return command_fail(arguments->command, EXIT_SYSTEM_ERROR, "%s", rk_err_text(RK_NO_MEMORY));
    status = lock_output(arguments->command, arguments->files[0], &lock);
    if (!status)
        status = merge_databases(arguments, databases, memory);
    file_unlock(lock);
    free(databases);
    return status;
}

// ---- info ------------------------------------------------------------------------------------

static void print_info(const struct database *database)
{
    const struct format_header *header = &database->header;
    const struct section *sections = header->sections;
    uint64_t bytes = HEADER_SIZE;
    printf("variant %s\ngames %" PRIu64 "\nmoves %" PRIu64 "\nnames %" PRIu64
           "\nplies indexed %" PRIu32 "\npositions %" PRIu64 "\n",
           rk_variant_name((rk_variant)header->variant), header->game_count, header->move_count,
           header->name_count, header->ply_limit, header->position_count);
    for (enum section_id i = 0; i < SECTION_COUNT; i++) {
        printf("section %-9s %12" PRIu64 " bytes\n", format_section_name(i), sections[i].size);
        bytes += sections[i].size;
    }
    if (header->game_count)
        printf("bytes per game %.1f, %.1f beyond the moves\n",
               (double)bytes / (double)header->game_count,
               (double)(bytes - sections[SECTION_MOVES].size) / (double)header->game_count);
}

static int explore_info(int argc, char **argv)
{
    const char *path = NULL;
    bool verify = false;
    const struct option options[] = {
        option_flag("--verify", "read the whole file and check all checksums", &verify)};
    struct command_line line = {
        .command = "explore info",
        .usage = "DB [--verify]",
        .description = "Prints the counts of an opening database and the sizes of its sections.",
        .options = options,
        .option_count = sizeof options / sizeof *options,
        .arguments = &path,
        .arguments_max = 1};
    struct database database;
    const enum options_result result = options_parse(&line, argc, argv);
    if (result != OPTIONS_OK)
        return result == OPTIONS_HELP ? EXIT_OK : EXIT_USAGE;
    if (!path)
        return command_fail("explore info", EXIT_USAGE, "the name of a database is required");
    const int status = verify ? open_verified("explore info", path, &database)
                              : explore_open("explore info", path, &database);
    if (status)
        return status;
    print_info(&database);
    if (verify)
        puts("all checksums are right");
    database_close(&database);
    return EXIT_OK;
}

// ---- the command -----------------------------------------------------------------------------

typedef int build_function(struct pgn_arguments *arguments, int argc, char **argv);

/* The subcommands that write a database. */
static const struct build_subcommand {
    const char *name;
    build_function *run;
    const char *usage, *description;
} build_subcommands[] = {
    {"build", run_build, "DB [FILE...] [options]",
     "Builds an opening database from the games of PGN files, which may be compressed with gzip\n"
     "or zstd; without files it reads standard input. Games with errors are reported and left\n"
     "out. An older file is replaced only when the new one is complete. The order of the games\n"
     "does not matter. The last line is\n"
     "`games N moves N positions N errors N bytes N`."},
    {"append", run_append, "DB [FILE...] [options]",
     "Adds the games of PGN files to an opening database. The result is the same as if all games\n"
     "had been built together. Until it is complete, the database stays as it is, and another\n"
     "program that would write it is refused."},
    {"merge", run_merge, "DB DB1 [DB2...] [options]",
     "Writes the games of several opening databases into one. They must have the same variant and\n"
     "index the same number of plies. The result is the same as if all games had been built\n"
     "together."},
};

/* argv[0] is the name of a row. */
static int run_build_subcommand(int argc, char **argv)
{
    const struct build_subcommand *row = build_subcommands;
    while (strcmp(row->name, argv[0]) != 0)
        row++;
    struct pgn_arguments arguments = {
        .usage = row->usage, .description = row->description, .no_output = true};
    snprintf(arguments.command, sizeof arguments.command, "explore %s", row->name);
    const int status = row->run(&arguments, argc, argv);
    pgn_arguments_fini(&arguments);
    return status;
}

int explore_command(int argc, char **argv)
{
    static const struct subcommand rows[] = {
        {"build", run_build_subcommand, "build an opening database from PGN files"},
        {"append", run_build_subcommand, "add the games of PGN files to a database"},
        {"merge", run_build_subcommand, "write the games of several databases into one"},
        {"query", explore_query, "list the moves that were played in a position"},
        {"book", explore_book, "make a Polyglot opening book from a database"},
        {"info", explore_info, "print the counts and sizes of a database, or verify it"},
    };
    static const struct subcommands table = {.command = "explore",
                                             .noun = "subcommand",
                                             .rows = rows,
                                             .count = sizeof rows / sizeof *rows};
    return subcommands_run(&table, argc, argv);
}
