/* SPDX-License-Identifier: MIT */
/* rookery book: builds and probes opening books in Polyglot format. */
#include "rookery/book.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/command.h"
#include "cmd/pgn_arguments.h"
#include "cmd/subcommands.h"
#include "pgntools/opening_book.h"
#include "rookery/fen.h"
#include "rookery/san.h"

enum {
    PLIES_DEFAULT = 30,
    MIN_GAMES_DEFAULT = 3,
    PLIES_MAX = 1000,
    GAMES_MAX = 1000000,
    MOVES_MAX = 64,
    FEN_FIELDS_MAX = 7
};

// ---- make ------------------------------------------------------------------------------------

static int run_make(struct pgn_arguments *arguments, const struct opening_book_options *options)
{
    struct opening_book_counts counts;
    const char *output = arguments->run.output_name;
    if (!output || !strcmp(output, "-")) {
        fputs("rookery book make: -o BOOK is required\n", stderr);
        return EXIT_USAGE;
    }
    const enum run_status status = opening_book_build(&arguments->run, options, &counts);
    if (run_keeps_output(status))
        printf("games %" PRIu64 " entries %zu\n", counts.games, counts.entries);
    return pgn_arguments_exit_status(status);
}

static int book_make(int argc, char **argv)
{
    struct pgn_arguments arguments = {
        .command = "book make",
        .usage = "-o BOOK [options] [FILE...]",
        .description =
            "Builds an opening book in Polyglot format from the games of PGN files. A move gets\n"
            "a weight of 2 for each game it won, and 1 for each draw or game without a result. A\n"
            "position that a game repeats counts once. Memory grows with the number of different\n"
            "moves. The last line is `games N entries N`."};
    struct opening_book_options book = {.plies = PLIES_DEFAULT, .min_games = MIN_GAMES_DEFAULT};
    const struct option options[] = {
        {.name = "--plies",
         .value = "N",
         .help = "use the first N plies of each game (default: 30)",
         .number = &book.plies,
         .min = 1,
         .max = PLIES_MAX},
        {.name = "--min-games",
         .value = "N",
         .help = "leave out moves played in fewer games (default: 3)",
         .number = &book.min_games,
         .min = 1,
         .max = GAMES_MAX},
    };
    int status;
    if (pgn_arguments_parse(&arguments, argc, argv, options, sizeof options / sizeof *options,
                            &status))
        status = run_make(&arguments, &book);
    pgn_arguments_fini(&arguments);
    return status;
}

// ---- probe -----------------------------------------------------------------------------------

static int print_moves(const rk_book *book, const rk_position *pos)
{
    rk_book_move moves[MOVES_MAX];
    const size_t count = rk_book_moves(book, pos, moves, MOVES_MAX);
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += moves[i].weight;
    printf("key %016" PRIx64 " moves %zu\n", rk_book_key(pos), count);
    for (size_t i = 0; i < count; i++) {
        char uci[RK_UCI_MAX], san[RK_SAN_MAX];
        rk_uci_write(pos, moves[i].move, uci);
        rk_san_write(pos, moves[i].move, san);
        printf("%-5s %-7s weight %5u %5.1f%% learn %" PRIu32 "\n", uci, san, moves[i].weight,
               sum > 0 ? 100 * moves[i].weight / sum : 0, moves[i].learn);
    }
    return count ? EXIT_OK : EXIT_DATA_ERROR;
}

static int probe_file(const char *name, const rk_position *pos)
{
    rk_book *book = NULL;
    rk_fault fault;
    const rk_err err = rk_book_open(name, &book, &fault);
    if (err) {
        command_fail("book probe", EXIT_SYSTEM_ERROR, "%s: %s", name, fault.text);
        return rk_err_class_of(err) == RK_SYSTEM_FAILED ? EXIT_SYSTEM_ERROR : EXIT_DATA_ERROR;
    }
    const int status = print_moves(book, pos);
    rk_book_close(book);
    return status;
}

static int book_probe(int argc, char **argv)
{
    const char *variant = NULL, *words[1 + FEN_FIELDS_MAX] = {NULL};
    const struct option options[] = {{.name = "--variant",
                                      .value = "NAME",
                                      .help = "standard (default) or chess960",
                                      .text = &variant,
                                      .choices = "standard chess960"}};
    struct command_line line = {
        .command = "book probe",
        .usage = "BOOK FEN|startpos [--variant NAME]",
        .description =
            "Lists the book moves of a position, the highest weight first, with their weight, the\n"
            "probability of being picked, and the learn value. The exit status is 1 if there are\n"
            "none.",
        .options = options,
        .option_count = sizeof options / sizeof *options,
        .arguments = words,
        .arguments_max = 1 + FEN_FIELDS_MAX};
    const enum options_result result = options_parse(&line, argc, argv);
    if (result != OPTIONS_OK)
        return result == OPTIONS_HELP ? EXIT_OK : EXIT_USAGE;
    if (line.argument_count < 2)
        return command_refuse_usage("book probe", "BOOK and FEN or startpos are required");
    char fen[RK_FEN_MAX];
    command_join_arguments(words + 1, line.argument_count - 1, fen, sizeof fen);
    rk_position pos;
    const int status = command_parse_position(
        "book probe", strcmp(fen, "startpos") != 0 ? fen : NULL, variant, &pos);
    return status ? status : probe_file(words[0], &pos);
}

// ---- the command -----------------------------------------------------------------------------

int book_command(int argc, char **argv)
{
    static const struct subcommand rows[] = {
        {"make", book_make, "build an opening book from PGN files"},
        {"probe", book_probe, "list the book moves of a position"},
    };
    static const struct subcommands table = {
        .command = "book", .noun = "subcommand", .rows = rows, .count = sizeof rows / sizeof *rows};
    return subcommands_run(&table, argc, argv);
}
