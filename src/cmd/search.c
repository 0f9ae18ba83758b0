/* SPDX-License-Identifier: MIT */
/* rookery search: finds games in an opening database. */
#include "explorer/search.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cmd/command.h"
#include "cmd/explore.h"
#include "cmd/options.h"
#include "explorer/game_export.h"
#include "rookery/fen.h"

enum { LIMIT_DEFAULT = 20, THREADS_MAX = 256 };

static const char command[] = "search";

struct search_arguments {
    const char *database, *fen, *opponent, *format;
    const char *conditions[FILTER_CONDITION_COUNT];
    unsigned long limit, threads;
    bool count_only;
};

/* The options of the conditions, which are those of `rookery pgn filter`. */
static const struct condition_option {
    const char *name, *value, *help;
    enum filter_condition condition;
} condition_options[] = {
    {"--player", "NAME", "part of the name of either player", FILTER_PLAYER},
    {"--white", "NAME", "part of White's name", FILTER_WHITE},
    {"--black", "NAME", "part of Black's name", FILTER_BLACK},
    {"--elo", "MIN[-MAX]", "rating of both players", FILTER_ELO},
    {"--any-elo", "MIN[-MAX]", "rating of at least one player", FILTER_ANY_ELO},
    {"--date", "FROM[..TO]", "2018, 2018.01..2018.06, ..1999.12.31", FILTER_DATE},
    {"--result", "RESULT", "1-0, 0-1, 1/2-1/2 or *", FILTER_RESULT},
    {"--eco", "CODE[-CODE]", "opening: B20-B99", FILTER_ECO},
    {"--moves", "MOVES", "the first moves: \"e4 c5 Nf3\"", FILTER_MOVES},
    {"--material", "LIST", "material at any time: KRPvKR, QvRR", FILTER_MATERIAL},
    {"--pattern", "PIECES", "pieces on squares at the same time: \"Nf3 pe5 Kg1\"", FILTER_PATTERN},
};
enum { CONDITIONS = sizeof condition_options / sizeof *condition_options };

// ---- arguments -------------------------------------------------------------------------------

static int parse_fen(const struct database *database, const char *fen, struct filter *filter)
{
    const rk_variant variant = (rk_variant)database->header.variant;
    rk_position pos;
    rk_fault fault;
    if (!fen)
        return EXIT_OK;
    if (rk_fen_parse(fen, strlen(fen), variant, RK_FEN_PLAIN, &pos, &fault) &&
        (variant != RK_STANDARD ||
         rk_fen_parse(fen, strlen(fen), RK_CHESS960, RK_FEN_PLAIN, &pos, NULL))) {
        command_report_fault(command, "--fen", fen, &fault);
        return EXIT_USAGE;
    }
    filter_set_position(filter, &pos);
    return EXIT_OK;
}

static int make_filter(const struct search_arguments *arguments, const struct database *database,
                       struct filter *filter)
{
    filter_init(filter);
    if (database->header.variant != RK_STANDARD)
        filter_set_variant(filter, (rk_variant)database->header.variant);
    for (size_t i = 0; i < CONDITIONS; i++) {
        const struct condition_option *option = &condition_options[i];
        const char *text = arguments->conditions[option->condition];
        rk_fault fault;
        if (!text || !filter_parse(filter, option->condition, text, &fault))
            continue;
        command_report_fault(command, option->name, text, &fault);
        return EXIT_USAGE;
    }
    return parse_fen(database, arguments->fen, filter);
}

// ---- output ----------------------------------------------------------------------------------

static int print_games(const struct database *database, const struct search_arguments *arguments,
                       const struct buffer *found)
{
    const uint32_t *numbers = (const void *)found->bytes;
    const size_t count = found->size / sizeof *numbers;
    struct buffer out = {.bytes = NULL};
    for (size_t i = 0; i < count && (!arguments->limit || i < arguments->limit); i++) {
        buffer_rewind(&out);
        if (!strcmp(arguments->format, "pgn")) {
            game_export_pgn(database, numbers[i], &out);
        } else if (!strcmp(arguments->format, "json")) {
            game_export_json(database, numbers[i], &out);
            buffer_put(&out, '\n');
        } else {
            game_export_line(database, numbers[i], &out);
        }
        fwrite(out.bytes, 1, out.size, stdout);
    }
    const bool failed = out.failed;
    buffer_fini(&out);
    return failed ? command_fail(command, EXIT_SYSTEM_ERROR, "%s", rk_err_text(RK_NO_MEMORY))
                  : EXIT_OK;
}

static int search_and_print(const struct database *database,
                            const struct search_arguments *arguments)
{
    static struct filter filter;
    struct buffer found = {.bytes = NULL};
    int status = make_filter(arguments, database, &filter);
    if (status)
        return status;
    const struct search_options options = {.filter = &filter,
                                           .opponent = arguments->opponent,
                                           .threads = (unsigned)arguments->threads};
    if (!search_games(database, &options, &found))
        status = command_fail(command, EXIT_SYSTEM_ERROR, "%s", rk_err_text(RK_NO_MEMORY));
    if (!status)
        status = explore_check_damage(command, arguments->database, database);
    if (!status && !arguments->count_only)
        status = print_games(database, arguments, &found);
    if (!status) // printing reads what the conditions did not need
        status = explore_check_damage(command, arguments->database, database);
    if (!status)
        fprintf(arguments->count_only ? stdout : stderr, "games %zu\n",
                found.size / sizeof(uint32_t));
    buffer_fini(&found);
    return status;
}

// ---- the command -----------------------------------------------------------------------------

static bool is_format(const char *format)
{
    return !strcmp(format, "text") || !strcmp(format, "json") || !strcmp(format, "pgn");
}

static int run_search(const struct search_arguments *arguments)
{
    struct database database;
    if (!arguments->database)
        return command_fail(command, EXIT_USAGE, "the name of a database is required");
    if (!is_format(arguments->format))
        return command_fail(command, EXIT_USAGE, "unknown format %s: try text, json or pgn",
                            arguments->format);
    if (arguments->opponent && !arguments->conditions[FILTER_PLAYER])
        return command_fail(command, EXIT_USAGE, "--opponent requires --player");
    int status = explore_open(command, arguments->database, &database);
    if (status)
        return status;
    status = search_and_print(&database, arguments);
    database_close(&database);
    return status;
}

int search_command(int argc, char **argv)
{
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    struct search_arguments arguments = {.format = "text",
                                         .limit = LIMIT_DEFAULT,
                                         .threads = processors > 0 ? (unsigned long)processors : 1};
    const struct option own[] = {
        option_text("--fen", "FEN", "position: placement, side to move, castling rights",
                    &arguments.fen),
        option_text("--opponent", "NAME", "with --player: part of the other player's name",
                    &arguments.opponent),
        option_number("--limit", "N", "games to print (default: 20; 0: all)", &arguments.limit, 0,
                      ~0UL),
        option_choice("--format", "FORMAT", "text (default), json or pgn", "text json pgn",
                      &arguments.format),
        option_flag("--count", "print only the number of games", &arguments.count_only),
        option_number("--threads", "N", "number of threads (default: all processors)",
                      &arguments.threads, 1, THREADS_MAX)};
    enum { OWN = sizeof own / sizeof *own };
    struct option options[CONDITIONS + OWN];
    for (size_t i = 0; i < CONDITIONS; i++)
        options[i] = option_text(condition_options[i].name, condition_options[i].value,
                                 condition_options[i].help,
                                 &arguments.conditions[condition_options[i].condition]);
    memcpy(options + CONDITIONS, own, sizeof own);
    struct command_line line = {
        .command = command,
        .usage = "DB [options]",
        .description =
            "Finds the games of an opening database (rookery explore build) that match all\n"
            "conditions, which mean the same as those of rookery pgn filter. The number of games "
            "is\n"
            "printed on standard error.",
        .options = options,
        .option_count = CONDITIONS + OWN,
        .arguments = &arguments.database,
        .arguments_max = 1};
    const enum options_result result = options_parse(&line, argc, argv);
    if (result != OPTIONS_OK)
        return result == OPTIONS_HELP ? EXIT_OK : EXIT_USAGE;
    return run_search(&arguments);
}
