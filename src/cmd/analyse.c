/* SPDX-License-Identifier: MIT */
/* rookery analyse: reviews the games of PGN files with the engine. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/monotonic.h"
#include "base/suggest.h"
#include "cmd/command.h"
#include "cmd/pgn_arguments.h"
#include "platform/tty.h"
#include "review/format.h"
#include "review/review_files.h"
#include "review/reviewer.h"
#include "rookery/tablebase.h"

enum { DEPTH_MAX = 100, MOVE_TIME_MAX = 3600 * 1000, COLUMNS_DEFAULT = 80 };

static const char description[] =
    "Judges every move by how much it lowers the chances of winning: best, good,\n"
    "inaccuracy, mistake, blunder, forced, book, or brilliant. Reports accuracy, average loss,\n"
    "turning points, missed mates and wins, and the better line for each error and missed mate.\n"
    "The same nodes or depth give the same report on every machine, whatever the number of\n"
    "threads. Games with errors are reported and left out; the exit status is then 1. If a run\n"
    "with --output is interrupted, the same command continues where it stopped.";

struct analyse_options {
    const char *format, *syzygy;
    unsigned long nodes, depth, move_time;
};

static bool parse_format(const char *name, enum report_format *out)
{
    const char *names[REPORT_FORMAT_COUNT];
    char hint[SUGGEST_TEXT_MAX];
    if (report_format_find(name, out))
        return true;
    for (unsigned i = 0; i < REPORT_FORMAT_COUNT; i++)
        names[i] = report_format_name(i);
    command_fail("analyse", EXIT_USAGE, "unknown format %s%s", name,
                 suggest_or_list(name, names, REPORT_FORMAT_COUNT, hint));
    return false;
}

static bool parse_limits(const struct analyse_options *options, struct review_limits *out)
{
    const int given = !!options->nodes + !!options->depth + !!options->move_time;
    if (given > 1) {
        command_fail("analyse", EXIT_USAGE, "use only one of --nodes, --depth and --movetime");
        return false;
    }
    *out = (struct review_limits){.nodes = given ? options->nodes : REVIEW_NODES_DEFAULT,
                                  .depth = (unsigned)options->depth,
                                  .move_time = (int64_t)options->move_time};
    return true;
}

/* A text report suits the terminal it is written to; in a file it is plain. */
static void set_view(struct report_options *report, const char *output_name)
{
    const bool is_terminal = !output_name && tty_can_draw(STDOUT_FILENO);
    const char *no_colour = getenv("NO_COLOR");
    report->columns = is_terminal ? tty_columns(STDOUT_FILENO) : COLUMNS_DEFAULT;
    report->utf8 = is_terminal && tty_is_utf8();
    report->colour = is_terminal && !(no_colour && *no_colour);
}

/* There are none without folders. */
static bool open_tables(const char *folders, rk_tablebase **out)
{
    rk_fault fault;
    if (!folders)
        return true;
    if (rk_tablebase_open(folders, out, &fault)) {
        command_fail("analyse", EXIT_SYSTEM_ERROR, "--syzygy: %s", fault.text);
        return false;
    }
    if (!rk_tablebase_count(*out))
        command_fail("analyse", EXIT_OK, "warning: --syzygy: %s: no endgame tables found", folders);
    return true;
}

static int run_analyse(struct pgn_arguments *arguments, const struct analyse_options *options)
{
    struct review_files_options files = {.run = arguments->run, .now = monotonic_callback};
    if (!parse_format(options->format, &files.report.format) ||
        !parse_limits(options, &files.report.limits))
        return EXIT_USAGE;
    if (!open_tables(options->syzygy, &files.tablebase))
        return EXIT_SYSTEM_ERROR;
    set_view(&files.report, arguments->run.output_name);
    const int status = pgn_arguments_exit_status(review_files(&files));
    rk_tablebase_close(files.tablebase);
    return status;
}

int analyse_command(int argc, char **argv)
{
    struct pgn_arguments arguments = {
        .command = "analyse", .usage = "[options] [FILE...]", .description = description};
    struct analyse_options analyse = {.format = "text"};
    const struct option options[] = {
        option_number("--nodes", "N", "nodes to search for each position (default: 50000)",
                      &analyse.nodes, REVIEW_NODES_MIN, ~0UL >> 8),
        option_number("--depth", "N", "plies to search instead", &analyse.depth, 1, DEPTH_MAX),
        option_number("--movetime", "MS", "milliseconds to search instead", &analyse.move_time, 1,
                      MOVE_TIME_MAX),
        option_choice("--format", "FORMAT", "text (default), pgn, json or html",
                      "text pgn json html", &analyse.format),
        option_text("--syzygy", "DIRS", "folders with Syzygy endgame tables, separated by colons",
                    &analyse.syzygy)};
    int status;
    if (pgn_arguments_parse(&arguments, argc, argv, options, sizeof options / sizeof *options,
                            &status))
        status = run_analyse(&arguments, &analyse);
    pgn_arguments_fini(&arguments);
    return status;
}
