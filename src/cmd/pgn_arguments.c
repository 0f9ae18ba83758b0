/* SPDX-License-Identifier: MIT */
#include "cmd/pgn_arguments.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/command.h"
#include "cmd/interrupt.h"
#include "platform/message.h"

enum { THREADS_MAX = 256, OPTIONS_MAX = 31 };

static unsigned long count_processors(void)
{
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > THREADS_MAX ? THREADS_MAX : (unsigned long)count;
}

// ---- reporting -------------------------------------------------------------------------------

static void report_file_error(void *context, const char *file, const char *error)
{
    struct pgn_arguments *arguments = context;
    progress_clear(&arguments->progress);
    if (file)
        command_fail(arguments->command, EXIT_SYSTEM_ERROR, "%s: %s", file, error);
    else
        command_fail(arguments->command, EXIT_SYSTEM_ERROR, "%s", error);
}

static void report_game_error(void *context, const char *message)
{
    progress_clear(&((struct pgn_arguments *)context)->progress);
    message_print(stderr, "%s", message);
}

// ---- parsing ---------------------------------------------------------------------------------

static enum options_result parse_options(struct pgn_arguments *arguments, int argc, char **argv,
                                         const struct option *own, size_t count)
{
    const struct option shared[] = {
        {.name = "--output",
         .value = "FILE",
         .help = "(-o) output file, compressed if it ends in .gz or .zst",
         .text = &arguments->run.output_name},
        {.name = "--threads",
         .value = "N",
         .help = "number of threads (default: all processors)",
         .number = &arguments->threads,
         .min = 1,
         .max = THREADS_MAX},
        {.name = "--quiet", .help = "show no progress", .flag = &arguments->quiet}};
    const size_t skipped = arguments->no_output ? 1 : 0;
    const size_t shared_count = sizeof shared / sizeof *shared - skipped;
    struct option options[OPTIONS_MAX];
    if (count)
        memcpy(options, own, count * sizeof *own);
    memcpy(options + count, shared + skipped, shared_count * sizeof *shared);
    struct command_line line = {.command = arguments->command,
                                .usage = arguments->usage,
                                .description = arguments->description,
                                .options = options,
                                .option_count = count + shared_count,
                                .arguments = arguments->files,
                                .arguments_max = (size_t)argc};
    const enum options_result result = options_parse(&line, argc, argv);
    arguments->run.file_count = line.argument_count;
    return result;
}

bool pgn_arguments_parse(struct pgn_arguments *arguments, int argc, char **argv,
                         const struct option *options, size_t option_count, int *status)
{
    arguments->threads = count_processors();
    arguments->files = calloc((size_t)argc, sizeof *arguments->files);
    if (!arguments->files) {
        report_file_error(arguments, NULL, rk_err_text(RK_NO_MEMORY));
        *status = EXIT_SYSTEM_ERROR;
        return false;
    }
    const enum options_result result = parse_options(arguments, argc, argv, options, option_count);
    arguments->run.files = arguments->files;
    arguments->run.threads = (unsigned)arguments->threads;
    arguments->run.reporter =
        (struct reporter){.context = arguments,
                          .file_error = report_file_error,
                          .game_error = report_game_error,
                          .progress = arguments->quiet ? NULL : &arguments->progress,
                          .progress_label = arguments->command};
    interrupt_catch(arguments->command, &arguments->progress);
    *status = result == OPTIONS_HELP ? EXIT_OK : EXIT_USAGE;
    return result == OPTIONS_OK;
}

void pgn_arguments_fini(struct pgn_arguments *arguments)
{
    free(arguments->files);
    arguments->files = NULL;
}

int pgn_arguments_exit_status(enum run_status status)
{
    switch (status) {
    case RUN_OK:
        return EXIT_OK;
    case RUN_GAME_ERRORS:
    case RUN_NOTHING_FOUND:
    case RUN_BAD_INPUT:
        return EXIT_DATA_ERROR;
    case RUN_OUTPUT_IS_INPUT:
        return EXIT_USAGE;
    default:
        return EXIT_SYSTEM_ERROR;
    }
}
