/* SPDX-License-Identifier: MIT */
/* rookery puzzles: finds puzzles in the games of PGN files. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/monotonic.h"
#include "base/suggest.h"
#include "cmd/command.h"
#include "cmd/pgn_arguments.h"
#include "puzzles/finder.h"
#include "puzzles/puzzle_files.h"

enum { NODES_MIN = 1000 };

static const char description[] =
    "Finds positions in which one side, after an error by the other, has a single winning move,\n"
    "and extends the solution while there is only one winning move. The moves are verified by\n"
    "a longer search; each puzzle has themes and a rating by its difficulty. The same nodes\n"
    "give the same puzzles, whatever the number of threads. Games with errors are reported\n"
    "and left out; the exit status is then 1. If a run with --output is interrupted, the\n"
    "same command continues where it stopped.";

static bool parse_format(const char *name, enum puzzle_format *out)
{
    const char *names[PUZZLE_FORMAT_COUNT];
    char hint[SUGGEST_TEXT_MAX];
    for (unsigned i = 0; i < PUZZLE_FORMAT_COUNT; i++) {
        names[i] = puzzle_format_name((enum puzzle_format)i);
        *out = (enum puzzle_format)i;
        if (!strcmp(name, names[i]))
            return true;
    }
    command_fail("puzzles", EXIT_USAGE, "unknown format %s%s", name,
                 suggest_or_list(name, names, PUZZLE_FORMAT_COUNT, hint));
    return false;
}

static int find_puzzles(const struct pgn_arguments *arguments, unsigned long nodes,
                        const char *format)
{
    struct puzzle_files_options options = {
        .run = arguments->run, .nodes = nodes, .now = monotonic_callback};
    struct game_run_counts counts;
    if (!parse_format(format, &options.format))
        return EXIT_USAGE;
    const enum run_status status = puzzle_files(&options, &counts);
    if (run_keeps_output(status))
        fprintf(stderr, "%" PRIu64 " puzzles in %" PRIu64 " games\n", counts.found, counts.games);
    return pgn_arguments_exit_status(status);
}

int puzzles_command(int argc, char **argv)
{
    struct pgn_arguments arguments = {
        .command = "puzzles", .usage = "[options] [FILE...]", .description = description};
    unsigned long nodes = PUZZLE_NODES_DEFAULT;
    const char *format = "pgn";
    const struct option options[] = {
        option_number("--nodes", "N", "nodes to search for each position (default: 50000)", &nodes,
                      NODES_MIN, ~0UL >> 8),
        option_choice("--format", "FORMAT", "pgn (default), json or csv", "pgn json csv", &format)};
    int status;
    if (pgn_arguments_parse(&arguments, argc, argv, options, sizeof options / sizeof *options,
                            &status))
        status = find_puzzles(&arguments, nodes, format);
    pgn_arguments_fini(&arguments);
    return status;
}
