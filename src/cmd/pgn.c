/* SPDX-License-Identifier: MIT */
/* rookery pgn: parses the arguments of its subcommands and calls src/pgntools. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/suggest.h"
#include "cmd/command.h"
#include "cmd/pgn_arguments.h"
#include "cmd/pgn_filter.h"
#include "cmd/subcommands.h"
#include "pgntools/check.h"
#include "pgntools/convert.h"
#include "pgntools/copy.h"
#include "pgntools/dedupe.h"
#include "pgntools/openings.h"
#include "pgntools/split.h"
#include "pgntools/stats.h"

enum {
    TOP_DEFAULT = 10,
    TOP_MAX = 1000000,
    DEPTH_DEFAULT = 6,
    DEPTH_MAX = 100,
    PLY_MAX = 100000,
    PREFIX_MAX = 60,
    WIDTH_MAX = 1000000
};

/* Runs a subcommand; argv[0] is its name. Returns the exit status. */
typedef int pgn_function(struct pgn_arguments *arguments, int argc, char **argv);

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

// ---- check, stats, openings ------------------------------------------------------------------

static int run_check(struct pgn_arguments *arguments, int argc, char **argv)
{
    int status;
    if (!pgn_arguments_parse(arguments, argc, argv, NULL, 0, &status))
        return status;
    return pgn_arguments_exit_status(check_games(&arguments->run));
}

static int run_stats(struct pgn_arguments *arguments, int argc, char **argv)
{
    struct stats_options stats = {.top = TOP_DEFAULT};
    const struct option options[] = {option_number("--top", "N",
                                                   "number of entries in each list (default: 10)",
                                                   &stats.top, 0, TOP_MAX),
                                     option_flag("--json", "print a JSON object", &stats.json)};
    int status;
    if (!pgn_arguments_parse(arguments, argc, argv, options, COUNT_OF(options), &status))
        return status;
    return pgn_arguments_exit_status(stats_write(&arguments->run, &stats));
}

static int run_openings(struct pgn_arguments *arguments, int argc, char **argv)
{
    struct openings_options openings = {.depth = DEPTH_DEFAULT, .top = TOP_MAX};
    const char *variant = NULL;
    const struct option options[] = {{.name = "--depth",
                                      .value = "N",
                                      .help = "length of a line in plies (default: 6)",
                                      .number = &openings.depth,
                                      .min = 1,
                                      .max = DEPTH_MAX},
                                     {.name = "--top",
                                      .value = "N",
                                      .help = "number of lines (default: all)",
                                      .number = &openings.top,
                                      .max = TOP_MAX},
                                     {.name = "--variant",
                                      .value = "NAME",
                                      .help = "games of this variant (default: standard)",
                                      .text = &variant,
                                      .choices = command_variant_names}};
    int status;
    if (!pgn_arguments_parse(arguments, argc, argv, options, COUNT_OF(options), &status))
        return status;
    status = command_parse_position(arguments->command, NULL, variant, &openings.start);
    if (status)
        return status;
    return pgn_arguments_exit_status(openings_count(&arguments->run, &openings));
}

// ---- convert, fen ----------------------------------------------------------------------------

static bool parse_format(const char *command, const char *name, enum convert_format *out)
{
    const char *names[CONVERT_FORMAT_COUNT];
    char hint[SUGGEST_TEXT_MAX];
    for (unsigned i = 0; i < CONVERT_FORMAT_COUNT; i++) {
        names[i] = convert_format_name(i);
        *out = i;
        if (!strcmp(name, names[i]))
            return true;
    }
    command_fail(command, EXIT_USAGE, "unknown format %s%s", name,
                 suggest_or_list(name, names, CONVERT_FORMAT_COUNT, hint));
    return false;
}

/* Prints an error if options are given that the format does not have. */
static bool check_convert_options(const struct convert_options *convert)
{
    const bool pgn = convert->strip || convert->keep_tags || convert->drop_tags ||
                     convert->add_ply_count || convert->add_openings ||
                     convert->width != CONVERT_WIDTH_DEFAULT;
    const char *error = NULL;
    if (pgn && convert->format != CONVERT_PGN)
        error =
            "--strip, --tags, --drop-tags, --ply-count, --openings and --width require --to pgn";
    else if (convert->last_only && convert->format != CONVERT_FEN && convert->format != CONVERT_EPD)
        error = "--last requires --to fen or --to epd";
    if (error)
        fprintf(stderr, "rookery pgn convert: %s\n", error);
    return !error;
}

static int run_convert(struct pgn_arguments *arguments, int argc, char **argv)
{
    struct convert_options convert = {.format = CONVERT_PGN};
    const char *format = "pgn", *strip = NULL;
    unsigned long width = CONVERT_WIDTH_DEFAULT;
    const struct option options[] = {
        option_choice("--to", "FORMAT", "pgn (default), jsonl, uci, fen, epd, san or lan",
                      "pgn jsonl uci fen epd san lan", &format),
        option_flag("--last", "fen and epd: only the last position", &convert.last_only),
        option_number("--plies", "N", "only the first N plies of each game", &convert.plies, 1,
                      PLY_MAX),
        option_text("--strip", "LIST", "pgn: leave out comments, variations, nags or all", &strip),
        option_text("--tags", "LIST", "pgn: keep only the Seven Tag Roster and these tags",
                    &convert.keep_tags),
        option_text("--drop-tags", "LIST", "pgn: leave out these tags", &convert.drop_tags),
        option_flag("--ply-count", "pgn: add a PlyCount tag", &convert.add_ply_count),
        option_flag("--openings", "pgn: fill in missing ECO and Opening tags from the moves",
                    &convert.add_openings),
        option_number("--width", "N", "pgn: columns of a line (default: 79; 0: no limit)", &width,
                      0, WIDTH_MAX)};
    int status;
    rk_fault fault;
    if (!pgn_arguments_parse(arguments, argc, argv, options, COUNT_OF(options), &status))
        return status;
    convert.width = (unsigned)width;
    if (!parse_format(arguments->command, format, &convert.format))
        return EXIT_USAGE;
    if (strip && convert_parse_strip(strip, &convert.strip, &fault)) {
        command_report_fault(arguments->command, "--strip", strip, &fault);
        return EXIT_USAGE;
    }
    if (!check_convert_options(&convert))
        return EXIT_USAGE;
    if (convert.add_openings && !command_has_openings(arguments->command))
        return EXIT_SYSTEM_ERROR;
    return pgn_arguments_exit_status(convert_games(&arguments->run, &convert));
}

static int run_fen(struct pgn_arguments *arguments, int argc, char **argv)
{
    unsigned long ply = ~0UL;
    const struct option options[] = {{.name = "--ply",
                                      .value = "N",
                                      .help = "the position after N plies; skips shorter games",
                                      .number = &ply,
                                      .max = PLY_MAX}};
    int status;
    if (!pgn_arguments_parse(arguments, argc, argv, options, COUNT_OF(options), &status))
        return status;
    if (ply == ~0UL) {
        const struct convert_options last = {.format = CONVERT_FEN, .last_only = true};
        return pgn_arguments_exit_status(convert_games(&arguments->run, &last));
    }
    return pgn_arguments_exit_status(convert_position_at(&arguments->run, ply));
}

// ---- split, merge, dedupe --------------------------------------------------------------------

/* Prints an error if the options do not say how to split, or say it twice. */
static bool check_split_options(const struct split_options *split)
{
    const char *error = NULL;
    if (!split->tag && !split->games && !split->bytes)
        error = "--games, --size or --by is required";
    else if (split->tag && (split->games || split->bytes))
        error = "--by cannot be combined with --games or --size";
    else if (split->prefix && !split->tag)
        error = "--prefix requires --by";
    else if (split->tag && !*split->tag)
        error = "--by requires the name of a tag, such as ECO";
    if (error)
        fprintf(stderr, "rookery pgn split: %s\n", error);
    return !error;
}

static int run_split(struct pgn_arguments *arguments, int argc, char **argv)
{
    struct split_options split = {.games = 0};
    unsigned long games = 0, megabytes = 0;
    const struct option options[] = {
        option_number("--games", "N", "games in each file", &games, 1, ~0UL),
        option_number("--size", "MB", "maximum size of each file in million bytes, uncompressed",
                      &megabytes, 1, 1UL << 40),
        option_text("--by", "TAG", "a file for each value of this tag, such as ECO", &split.tag),
        option_number("--prefix", "N", "--by: compare only the first N characters of the value",
                      &split.prefix, 1, PREFIX_MAX)};
    int exit_status;
    arguments->run.output_name = "part";
    if (!pgn_arguments_parse(arguments, argc, argv, options, COUNT_OF(options), &exit_status))
        return exit_status;
    split.games = games;
    split.bytes = (uint64_t)megabytes * 1000000;
    if (!check_split_options(&split))
        return EXIT_USAGE;
    struct split_counts counts;
    const enum run_status status = split_games(&arguments->run, &split, &counts);
    if (status == RUN_OK || status == RUN_GAME_ERRORS)
        printf("%" PRIu64 " games in %zu files\n", counts.games, counts.files);
    return pgn_arguments_exit_status(status);
}

static int run_merge(struct pgn_arguments *arguments, int argc, char **argv)
{
    int status;
    if (!pgn_arguments_parse(arguments, argc, argv, NULL, 0, &status))
        return status;
    return pgn_arguments_exit_status(copy_all(&arguments->run));
}

static void print_dedupe_counts(const struct dedupe_counts *counts, bool duplicates_only)
{
    const double mebibytes = (double)counts->table_bytes / (1 << 20);
    if (duplicates_only)
        fprintf(stderr, "%" PRIu64 " games, %" PRIu64 " duplicates, %.1f MiB of hashes\n",
                counts->games, counts->duplicates, mebibytes);
    else
        fprintf(stderr,
                "%" PRIu64 " games, %" PRIu64 " kept, %" PRIu64 " dropped, %.1f MiB of hashes\n",
                counts->games, counts->games - counts->duplicates, counts->duplicates, mebibytes);
}

static bool has_standard_input(const char *const *files, size_t count)
{
    size_t i = 0;
    while (i < count && strcmp(files[i], "-") != 0)
        i++;
    return i < count;
}

/* The first to read standard input would leave nothing to the second. */
static bool reads_input_twice(const struct run_options *run, const struct option_list *against)
{
    return has_standard_input(against->values, against->count) &&
           (!run->file_count || has_standard_input(run->files, run->file_count));
}

static int dedupe_against(struct pgn_arguments *arguments, int argc, char **argv,
                          struct option_list *against)
{
    struct dedupe_options dedupe = {.moves_only = false};
    const struct option options[] = {
        option_flag("--moves-only", "ignore players and dates", &dedupe.moves_only),
        option_repeatable("--against", "FILE", "also drop games that are in this file; repeatable",
                          against),
        option_flag("--duplicates", "write the duplicates instead of the other games",
                    &dedupe.duplicates_only)};
    int exit_status;
    if (!pgn_arguments_parse(arguments, argc, argv, options, COUNT_OF(options), &exit_status))
        return exit_status;
    if (reads_input_twice(&arguments->run, against))
        return command_fail("pgn dedupe", EXIT_USAGE,
                            "--against - and the games cannot both be standard input");
    dedupe.against = against->values;
    dedupe.against_count = against->count;
    struct dedupe_counts counts;
    const enum run_status status = dedupe_games(&arguments->run, &dedupe, &counts);
    if (status == RUN_OK || status == RUN_GAME_ERRORS)
        print_dedupe_counts(&counts, dedupe.duplicates_only);
    return pgn_arguments_exit_status(status);
}

static int run_dedupe(struct pgn_arguments *arguments, int argc, char **argv)
{
    struct option_list against = {.values = calloc((size_t)argc, sizeof *against.values)};
    if (!against.values) {
        fprintf(stderr, "rookery pgn dedupe: %s\n", rk_err_text(RK_NO_MEMORY));
        return EXIT_SYSTEM_ERROR;
    }
    const int status = dedupe_against(arguments, argc, argv, &against);
    free(against.values);
    return status;
}

// ---- the command -----------------------------------------------------------------------------

static const struct pgn_subcommand {
    const char *name;
    pgn_function *run;
    const char *usage, *summary, *description;
} subcommands[] = {
    {"check", run_check, "[options] [FILE...]", "validate every game and every move",
     "Reads every game and plays its moves, including variations. Each error is a line\n"
     "`FILE:LINE: game N: TOKEN: error`. The last line is `games N moves N errors N`; moves are\n"
     "the plies of the main lines. The exit status is 1 if there were errors. A result that the\n"
     "Result tag or the final position contradicts is an error, and so is a file with text but\n"
     "no game. A problem that does not keep the game from being read, such as a malformed tag,\n"
     "is a warning. Stray text between games is reported once per file. Neither is an error."},
    {"stats", run_stats, "[options] [FILE...]",
     "count games, moves, results, players, years, openings",
     "Counts games, moves, results and lengths, and lists the most frequent players, years,\n"
     "openings (ECO) and variants. Memory grows with the number of names."},
    {"filter", pgn_filter, "[options] [FILE...]", "copy the games that match all conditions",
     "Copies the games that match all conditions, unchanged. Names match anywhere in the tag,\n"
     "ignoring case. With --where, conditions on any tag are written as an expression:\n"
     "  WhiteElo >= 2700 and not (Event contains blitz or Player glob \"Carls*\")\n"
     "  TAG = VALUE, with != < <= > >=; TAG in FROM..TO; TAG contains TEXT; TAG glob PATTERN;\n"
     "  TAG matches REGEX; has TAG; and, or, not, parentheses"},
    {"convert", run_convert, "[options] [FILE...]",
     "convert games to PGN, JSON lines, moves or positions",
     "Formats: pgn (export format), jsonl (one object per game: tags, start, uci, san, result),\n"
     "uci, san and lan (one line of moves per game), fen and epd (one line per position).\n"
     "Separate list items with commas; tags may have the wildcards * and ?. Tags on which\n"
     "the moves depend (FEN, SetUp, Variant) are always kept."},
    {"split", run_split, "--games N, --size MB or --by TAG [options] [FILE...]",
     "split games into several files",
     "Writes OUT-0001.pgn, OUT-0002.pgn and so on; OUT is given by --output (default: part).\n"
     "With --output games.pgn.gz the files are games-0001.pgn.gz and so on. With --by ECO\n"
     "--prefix 1 they are OUT-A.pgn, OUT-B.pgn and so on, and OUT-unknown.pgn for games without\n"
     "the tag; without the tags ECO and Opening, the moves tell the opening. The files appear\n"
     "when all of them are complete. Games with errors are reported and written, too; the exit\n"
     "status is then 1."},
    {"merge", run_merge, "[options] [FILE...]", "copy all games into one file",
     "Copies all games of all files, unchanged, with a blank line between them. Games with errors\n"
     "are reported and copied, too; the exit status is then 1."},
    {"dedupe", run_dedupe, "[options] [FILE...]", "drop duplicate games",
     "Keeps the first of all games with the same start, moves, players and date. With --against\n"
     "it also drops games that are in other files. Games are remembered as 128-bit hashes,\n"
     "which takes 32 to 64 bytes of memory per game."},
    {"fen", run_fen, "[options] [FILE...]", "write one position of each game",
     "Writes the FEN of the last position of each game, or of the position after some plies."},
    {"openings", run_openings, "[options] [FILE...]", "count the opening lines",
     "Counts how often each opening line occurs in games from the starting position, and\n"
     "their results. Each line is `GAMES WHITE DRAWN BLACK MOVES`, most frequent first.\n"
     "Memory grows with the number of different lines."},
};

enum { SUBCOMMAND_COUNT = sizeof subcommands / sizeof *subcommands };

/* argv[0] is the name of a row. */
static int run_subcommand(int argc, char **argv)
{
    const struct pgn_subcommand *row = subcommands;
    while (strcmp(row->name, argv[0]) != 0)
        row++;
    struct pgn_arguments arguments = {.usage = row->usage, .description = row->description};
    snprintf(arguments.command, sizeof arguments.command, "pgn %s", row->name);
    const int status = row->run(&arguments, argc, argv);
    pgn_arguments_fini(&arguments);
    return status;
}

int pgn_command(int argc, char **argv)
{
    struct subcommand rows[SUBCOMMAND_COUNT];
    for (size_t i = 0; i < SUBCOMMAND_COUNT; i++)
        rows[i] = (struct subcommand){subcommands[i].name, run_subcommand, subcommands[i].summary};
    const struct subcommands table = {
        .command = "pgn",
        .noun = "subcommand",
        .rows = rows,
        .count = SUBCOMMAND_COUNT,
        .arguments = "[FILE...]",
        .note = "Files may be compressed with gzip or zstd. Without files, or with `-`, standard "
                "input\nis read."};
    return subcommands_run(&table, argc, argv);
}
