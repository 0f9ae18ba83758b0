/* SPDX-License-Identifier: MIT */
/* rookery pgn: files of games, checked, searched, counted and turned into something else. */
#include "cmd/pgn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd/command.h"
#include "cmd/suggest.h"
#include "tui/terminal.h"

enum { THREADS_MAX = 256, OPTIONS_MAX = 31 };

static const struct subcommand {
    const char *name;
    pgn_function *run;
    const char *usage, *summary, *description;
} subcommands[] = {
    {"check", pgn_check, "[options] [FILE...]", "validate every game and name what is wrong",
     "Reads every game and plays its moves, variations too. Each error is a line\n"
     "`FILE:LINE: game N: TOKEN: why`; the last line is `games N moves N errors N`, moves\n"
     "being those of both sides in the main lines. The exit status is 1 if there were errors.\n"
     "A file with text but no game is an error; text between games is named once a file, and\n"
     "is none."},
    {"stats", pgn_stats, "[options] [FILE...]",
     "count games, moves, results, players, years, openings",
     "Counts what is in the files: games, moves, results, lengths, and the most frequent\n"
     "players, years, openings (ECO) and variants. Memory grows with the number of names."},
    {"filter", pgn_filter, "[options] [FILE...]", "copy the games that fit what is asked for",
     "Copies games, as they stand, that fit all that is asked for. Names are looked for\n"
     "anywhere in the tag, whatever their case."},
    {"convert", pgn_convert, "--to FORMAT [options] [FILE...]",
     "write games as PGN, JSON lines, moves or positions",
     "Formats: pgn (export format), jsonl (an object a game: tags, start, uci, san, result),\n"
     "uci and san (the moves of a game on a line), fen and epd (a position a line)."},
    {"split", pgn_split, "--games N or --size MB [options] [FILE...]",
     "cut files into smaller ones",
     "Writes the games to OUT-0001.pgn, OUT-0002.pgn and so on, OUT being what --output says, or\n"
     "`part`. With --output games.pgn.gz the parts are games-0001.pgn.gz and so on."},
    {"merge", pgn_merge, "[options] [FILE...]", "put files together, a blank line between games",
     "Copies all games of all files into one, as they stand, a blank line between them."},
    {"dedupe", pgn_dedupe, "[options] [FILE...]", "drop games that occurred before",
     "Keeps the first of games with the same start, moves, players and date. Games are\n"
     "remembered as 128-bit hashes: 32 to 64 bytes of memory for each that is kept."},
    {"fen", pgn_fen, "[options] [FILE...]", "write one position of each game",
     "Writes a FEN for each game: where it ends, or where it stands after a number of moves."},
    {"openings", pgn_openings, "[options] [FILE...]", "count the lines games begin with",
     "Counts how often each line of the first moves occurs, in games from the usual start, and\n"
     "how it went. A line of output is `GAMES WHITE DRAWN BLACK MOVES`, most frequent first.\n"
     "Memory grows with the number of lines."},
};

enum { SUBCOMMAND_COUNT = sizeof subcommands / sizeof *subcommands };

// ---- options ---------------------------------------------------------------------------------

unsigned long pgn_processors(void)
{
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > THREADS_MAX ? THREADS_MAX : (unsigned long)count;
}

// The one short option: the table knows it by its long name.
static void lengthen(int argc, char **argv, char *output_word)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (!strcmp(argv[i], "-o"))
            argv[i] = output_word;
}

bool pgn_options(struct pgn_call *call, const struct option *own, size_t count, int *status)
{
    static char output_word[] = "--output";
    const struct option shared[] = {{.name = output_word,
                                     .value = "FILE",
                                     .help = "(-o) write there; packed if it ends in .gz or .zst",
                                     .text = &call->output_name},
                                    {.name = "--threads",
                                     .value = "N",
                                     .help = "work on so many threads; all processors if not given",
                                     .number = &call->threads,
                                     .min = 1,
                                     .max = THREADS_MAX}};
    enum { SHARED = sizeof shared / sizeof *shared };
    struct option options[OPTIONS_MAX];
    if (count)
        memcpy(options, own, count * sizeof *own);
    memcpy(options + count, shared, sizeof shared);
    struct command_line line = {.command = call->command,
                                .usage = call->usage,
                                .description = call->description,
                                .options = options,
                                .option_count = count + SHARED,
                                .arguments = call->files,
                                .arguments_max = (size_t)call->argc};
    lengthen(call->argc, call->argv, output_word);
    const enum options_result result = options_parse(&line, call->argc, call->argv);
    call->file_count = line.argument_count;
    *status = result == OPTIONS_HELP ? EXIT_OK : EXIT_USAGE;
    return result == OPTIONS_OK;
}

int pgn_misuse(const struct pgn_call *call, const char *option, const char *value,
               const char *wanted)
{
    fprintf(stderr, "rookery %s: %s must be %s, not %s\n", call->command, option, wanted, value);
    return EXIT_USAGE;
}

int pgn_failed(const struct pgn_call *call, const char *name, const char *why)
{
    fprintf(stderr, "rookery %s: %s: %s\n", call->command, name, why);
    return EXIT_SYSTEM_ERROR;
}

// ---- running ---------------------------------------------------------------------------------

int pgn_run_over(const struct pgn_call *call, const struct pool_job *job)
{
    const struct pool_plan plan = {.command = call->command,
                                   .files = call->files,
                                   .file_count = call->file_count,
                                   .threads = (unsigned)call->threads,
                                   .progress = terminal_can_draw(STDERR_FILENO)};
    return pool_run(&plan, job);
}

static bool find_file(const char *name, int standard, struct stat *out)
{
    const bool found = name && strcmp(name, "-") != 0 ? !stat(name, out) : !fstat(standard, out);
    return found && S_ISREG(out->st_mode);
}

bool pgn_is_input(const struct pgn_call *call, const char *name)
{
    struct stat output, input;
    const size_t count = call->file_count ? call->file_count : 1;
    if (!find_file(name, STDOUT_FILENO, &output))
        return false;
    for (size_t i = 0; i < count; i++) {
        const char *file = call->file_count ? call->files[i] : NULL;
        if (!find_file(file, STDIN_FILENO, &input) || input.st_dev != output.st_dev ||
            input.st_ino != output.st_ino)
            continue;
        fprintf(stderr, "rookery %s: %s is read from: write to another file\n", call->command,
                name && strcmp(name, "-") != 0 ? name : "standard output");
        return true;
    }
    return false;
}

int pgn_run(struct pgn_call *call, const struct pool_job *job, pgn_last *last)
{
    const char *name = call->output_name ? call->output_name : "standard output";
    if (pgn_is_input(call, call->output_name))
        return EXIT_USAGE;
    call->output = output_open(call->output_name);
    if (!call->output)
        return pgn_failed(call, name, rk_err_text(RK_NO_MEMORY));
    int status = EXIT_SYSTEM_ERROR;
    if (!output_problem(call->output)) {
        status = pgn_run_over(call, job);
        if (last && !last(job->data))
            status = pgn_failed(call, name, rk_err_text(RK_NO_MEMORY));
    }
    // What went to standard output is there already; a file of which a part is missing is none.
    const bool keep = !status || !call->output_name;
    const char *why = NULL;
    output_close(call->output, keep, &why);
    call->output = NULL;
    return why ? pgn_failed(call, name, why) : status;
}

// ---- the door --------------------------------------------------------------------------------

static int print_overview(void)
{
    puts("usage: rookery pgn SUBCOMMAND [options] [FILE...]\n");
    for (size_t i = 0; i < SUBCOMMAND_COUNT; i++)
        printf("  %-8s %s\n", subcommands[i].name, subcommands[i].summary);
    puts("\nFiles may be packed with gzip or zstd; `-`, or none, is standard input.\n"
         "`rookery pgn SUBCOMMAND --help` says more.");
    return EXIT_OK;
}

static const struct subcommand *find_subcommand(const char *name)
{
    const char *names[SUBCOMMAND_COUNT];
    for (size_t i = 0; i < SUBCOMMAND_COUNT; i++) {
        names[i] = subcommands[i].name;
        if (!strcmp(name, names[i]))
            return &subcommands[i];
    }
    fprintf(stderr, "rookery pgn: there is no subcommand %s; did you mean %s?\n", name,
            suggest_name(name, names, SUBCOMMAND_COUNT));
    return NULL;
}

int pgn_command(int argc, char **argv)
{
    if (argc < 2) {
        fputs("rookery pgn: a subcommand is missing\ntry: rookery pgn --help\n", stderr);
        return EXIT_USAGE;
    }
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"))
        return print_overview();
    const struct subcommand *subcommand = find_subcommand(argv[1]);
    if (!subcommand)
        return EXIT_USAGE;
    struct pgn_call call = {.usage = subcommand->usage,
                            .description = subcommand->description,
                            .argc = argc - 1,
                            .argv = argv + 1,
                            .threads = pgn_processors()};
    snprintf(call.command, sizeof call.command, "pgn %s", subcommand->name);
    call.files = calloc((size_t)argc, sizeof *call.files);
    if (!call.files)
        return pgn_failed(&call, "the call", rk_err_text(RK_NO_MEMORY));
    const int status = subcommand->run(&call);
    free(call.files);
    return status;
}
