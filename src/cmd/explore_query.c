/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/command.h"
#include "cmd/explore.h"
#include "cmd/options.h"
#include "explorer/game_export.h"
#include "explorer/query.h"
#include "pgntools/pgn_date.h"
#include "rookery/fen.h"
#include "rookery/opening.h"
#include "rookery/san.h"

enum { FEN_FIELDS_MAX = 7 };

static const char command[] = "explore query";

struct query_arguments {
    const char *words[1 + FEN_FIELDS_MAX];
    const char *moves, *since, *until;
    unsigned long min_rating, max_rating;
    bool json, history;
};

// ---- the position ----------------------------------------------------------------------------

/* A database of standard chess has games of Chess960, too, so its FENs may be of either. */
static int parse_fen(const struct database *database, const char *fen, rk_position *out)
{
    const rk_variant variant = (rk_variant)database->header.variant;
    rk_fault fault;
    if (!fen[0]) {
        *out = rk_position_start(variant);
        return EXIT_OK;
    }
    if (!rk_fen_parse(fen, strlen(fen), variant, RK_FEN_PLAIN, out, &fault) ||
        (variant == RK_STANDARD &&
         !rk_fen_parse(fen, strlen(fen), RK_CHESS960, RK_FEN_PLAIN, out, NULL)))
        return EXIT_OK;
    command_report_fault(command, NULL, fen, &fault);
    rk_move move;
    const rk_position start = rk_position_start(variant);
    const size_t first = strcspn(fen, " ");
    if (!rk_san_parse(&start, fen, first, RK_NOTATION_PLAIN, &move, NULL))
        fprintf(stderr, "try: rookery explore query DB --moves \"%s\"\n", fen);
    return EXIT_USAGE;
}

/* Plays moves such as "e4 e5 Nf3" or "1. e4 e5 2. Nf3". */
static int play_moves(const char *moves, rk_position *pos)
{
    const char *at = moves;
    while (*at) {
        const size_t size = strcspn(at, " ");
        const size_t number = strspn(at, "0123456789.");
        rk_move move;
        rk_undo undo;
        rk_fault fault;
        if (size > number) {
            if (rk_san_parse(pos, at, size, RK_NOTATION_PLAIN, &move, &fault)) {
                fault.offset += (size_t)(at - moves);
                command_report_fault(command, "--moves", moves, &fault);
                return EXIT_USAGE;
            }
            rk_position_apply(pos, move, &undo);
        }
        at += size;
        at += strspn(at, " ");
    }
    return EXIT_OK;
}

static int parse_position(const struct query_arguments *arguments, size_t word_count,
                          const struct database *database, rk_position *out)
{
    char fen[RK_FEN_MAX];
    command_join_arguments((const char **)arguments->words + 1, word_count - 1, fen, sizeof fen);
    const int status = parse_fen(database, strcmp(fen, "startpos") != 0 ? fen : "", out);
    if (status || !arguments->moves)
        return status;
    return play_moves(arguments->moves, out);
}

// ---- the filter ------------------------------------------------------------------------------

static bool parse_date(const char *option, const char *text, uint32_t unknown, uint32_t *out)
{
    *out = 0;
    if (!text)
        return true;
    *out = (uint32_t)pgn_date_parse_strict(text, strlen(text), unknown);
    if (!*out)
        command_fail(command, EXIT_USAGE, "%s: invalid date %s: try 2018 or 2018-01-28", option,
                     text);
    return *out;
}

static bool make_filter(const struct query_arguments *arguments, struct statistics_filter *out)
{
    *out = (struct statistics_filter){.min_rating = (unsigned)arguments->min_rating,
                                      .max_rating = (unsigned)arguments->max_rating};
    if (!parse_date("--since", arguments->since, 0, &out->since) ||
        !parse_date("--until", arguments->until, 99, &out->until))
        return false;
    if (out->until && out->since > out->until)
        return !command_fail(command, EXIT_USAGE, "--since %s is after --until %s",
                             arguments->since, arguments->until);
    if (out->max_rating && out->min_rating > out->max_rating)
        return !command_fail(command, EXIT_USAGE, "--min-rating %u is above --max-rating %u",
                             out->min_rating, out->max_rating);
    return true;
}

// ---- the answer ------------------------------------------------------------------------------

static double percent(uint64_t part, uint64_t whole)
{
    return whole ? 100 * (double)part / (double)whole : 0;
}

static void print_rating(unsigned rating)
{
    if (rating)
        printf(" %7u", rating);
    else
        printf(" %7s", "-");
}

static void print_row(const char *name, const struct results *results, uint64_t all)
{
    const uint64_t games = results_games(results);
    printf("%-8s %9" PRIu64 " %5.1f%% %6.1f%% %6.1f%% %6.1f%%", name, games, percent(games, all),
           percent(results->white, games), percent(results->draws, games),
           percent(results->black, games));
    print_rating(results_average(results));
    print_rating(results_performance(results));
    putchar('\n');
}

static void print_game(const struct database *database, struct game_reference reference)
{
    struct buffer line = {.bytes = NULL};
    game_export_line(database, reference.game, &line);
    fputs(buffer_cstr(&line), stdout);
    buffer_fini(&line);
}

static void print_opening(const rk_position *pos)
{
    rk_opening opening;
    if (rk_opening_find(pos, &opening))
        printf("%s %s\n", opening.eco, opening.name);
}

static void print_table(const struct database *database, const rk_position *pos,
                        const struct statistics *statistics)
{
    const uint64_t all = results_games(&statistics->results);
    printf("%-8s %9s %6s %7s %7s %7s %7s %7s\n", "move", "games", "", "white", "draws", "black",
           "rating", "perf.");
    for (size_t i = 0; i < statistics->move_count; i++) {
        char san[RK_SAN_MAX];
        rk_san_write(pos, statistics->moves[i].move, san);
        print_row(san, &statistics->moves[i].results, all);
    }
    print_row("all", &statistics->results, all);
    if (statistics->top_count)
        puts("\ntop games");
    for (size_t i = 0; i < statistics->top_count; i++)
        print_game(database, statistics->top[i]);
}

/* Rows that have games, under a heading. */
static void print_rows(const char *heading, const struct results *rows, size_t count, int step)
{
    uint64_t all = 0;
    for (size_t i = 0; i < count; i++)
        all += results_games(&rows[i]);
    printf("\n%-8s %9s %6s %7s %7s %7s %7s %7s\n", heading, "games", "", "white", "draws", "black",
           "rating", "perf.");
    for (size_t i = 0; i < count; i++) {
        char name[32] = "?";
        if (i)
            snprintf(name, sizeof name, "%d", (int)i * step);
        if (results_games(&rows[i]))
            print_row(name, &rows[i], all);
    }
}

static int print_json(const struct database *database, const rk_position *pos,
                      const struct statistics *statistics, const struct breakdown *breakdown)
{
    struct buffer out = {.bytes = NULL};
    query_write_json(database, pos, statistics, breakdown, &out);
    const int status = out.failed ? EXIT_SYSTEM_ERROR : EXIT_OK;
    puts(buffer_cstr(&out));
    buffer_fini(&out);
    return status;
}

static unsigned count_processors(void)
{
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (unsigned)count : 1;
}

static bool is_filtered(const struct query_arguments *arguments)
{
    return arguments->since || arguments->until || arguments->min_rating || arguments->max_rating;
}

static int print_answer(const struct database *database, const struct query_arguments *arguments,
                        const rk_position *pos, const struct statistics *statistics,
                        const struct breakdown *breakdown)
{
    if (arguments->json)
        return print_json(database, pos, statistics, arguments->history ? breakdown : NULL);
    if (!results_games(&statistics->results))
        return command_fail(command, EXIT_DATA_ERROR,
                            is_filtered(arguments)
                                ? "no game that matches the conditions has this position"
                                : "no game has this position");
    print_opening(pos);
    print_table(database, pos, statistics);
    if (arguments->history) {
        print_rows("year", breakdown->years, YEARS_MAX, 1);
        print_rows("rating", breakdown->bands, BANDS_MAX, BAND_SIZE);
    }
    return EXIT_OK;
}

static int answer_query(const struct database *database, const struct query_arguments *arguments,
                        size_t word_count)
{
    static struct statistics statistics;
    static struct breakdown breakdown;
    struct statistics_filter filter = {.since = 0};
    rk_position pos;
    if (!make_filter(arguments, &filter))
        return EXIT_USAGE;
    int status = parse_position(arguments, word_count, database, &pos);
    if (status)
        return status;
    const bool found = arguments->history
                           ? query_breakdown(database, &pos, &filter, &statistics, &breakdown)
                           : query_position(database, &pos, &filter, &statistics);
    if (!found && !query_all_games(database, &pos, &filter, count_processors(), &statistics))
        return command_fail(command, EXIT_SYSTEM_ERROR, "%s", rk_err_text(RK_NO_MEMORY));
    status = explore_check_damage(command, arguments->words[0], database);
    if (!status)
        status = print_answer(database, arguments, &pos, &statistics, &breakdown);
    return status ? status : explore_check_damage(command, arguments->words[0], database);
}

int explore_query(int argc, char **argv)
{
    struct query_arguments arguments = {.words = {NULL}};
    const struct option options[] = {
        option_text("--moves", "MOVES", "play these moves first: \"e4 e5 Nf3\"", &arguments.moves),
        option_text("--since", "DATE", "only games since a year or date: 2018, 2018-01-28",
                    &arguments.since),
        option_text("--until", "DATE", "only games until a year or date", &arguments.until),
        option_number("--min-rating", "N", "only games whose players have an average of at least N",
                      &arguments.min_rating, 1, RATING_MAX),
        option_number("--max-rating", "N", "only games whose players have an average of at most N",
                      &arguments.max_rating, 1, RATING_MAX),
        option_flag("--history", "also print the results by year and by rating",
                    &arguments.history),
        option_flag("--json", "print JSON in the shape of Lichess's opening explorer",
                    &arguments.json)};
    struct command_line line = {.command = command,
                                .usage = "DB [FEN] [options]",
                                .description = "Lists the moves that were played in a position, "
                                               "with the number of games, the results,\n"
                                               "and the average and performance ratings of the "
                                               "players who played them. Without a FEN\n"
                                               "it is the starting position. A game counts once, "
                                               "where it reaches the position first;\n"
                                               "games without a result do not count.",
                                .options = options,
                                .option_count = sizeof options / sizeof *options,
                                .arguments = arguments.words,
                                .arguments_max = 1 + FEN_FIELDS_MAX};
    struct database database;
    const enum options_result result = options_parse(&line, argc, argv);
    if (result != OPTIONS_OK)
        return result == OPTIONS_HELP ? EXIT_OK : EXIT_USAGE;
    if (!line.argument_count)
        return command_fail(command, EXIT_USAGE, "the name of a database is required");
    int status = explore_open(command, arguments.words[0], &database);
    if (status)
        return status;
    status = answer_query(&database, &arguments, line.argument_count);
    database_close(&database);
    return status;
}
