/* SPDX-License-Identifier: MIT */
#include "cmd/pgn_filter.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/command.h"
#include "pgntools/copy.h"
#include "pgntools/input.h"

enum { WHERE_FILE_MAX = 1 << 20 };

// ---- conditions ------------------------------------------------------------------------------

/* The options of the filter as given; NULL: not given. */
struct filter_arguments {
    const char *conditions[FILTER_CONDITION_COUNT];
    const char *variant, *position, *picks;
    struct option_list where, where_files;
    struct where *compiled; /* of them */
};

static const char *const condition_options[FILTER_CONDITION_COUNT] = {
    [FILTER_PLAYER] = "--player",   [FILTER_WHITE] = "--white",       [FILTER_BLACK] = "--black",
    [FILTER_ELO] = "--elo",         [FILTER_ANY_ELO] = "--any-elo",   [FILTER_DATE] = "--date",
    [FILTER_RESULT] = "--result",   [FILTER_ECO] = "--eco",           [FILTER_LENGTH] = "--length",
    [FILTER_PATTERN] = "--pattern", [FILTER_MATERIAL] = "--material", [FILTER_MOVES] = "--moves",
    [FILTER_END] = "--end",
};

static int parse_filter(const char *command, const struct filter_arguments *given,
                        struct filter *filter)
{
    rk_variant variant;
    rk_position pos;
    filter_init(filter);
    if (given->variant) {
        if (!command_parse_variant(command, given->variant, &variant))
            return EXIT_USAGE;
        filter_set_variant(filter, variant);
    }
    if (given->position) {
        if (command_parse_position(command, given->position, given->variant, &pos))
            return EXIT_USAGE;
        filter_set_position(filter, &pos);
    }
    for (unsigned i = 0; i < FILTER_CONDITION_COUNT; i++) {
        rk_fault fault;
        if (!given->conditions[i] || !filter_parse(filter, i, given->conditions[i], &fault))
            continue;
        command_report_fault(command, condition_options[i], given->conditions[i], &fault);
        return EXIT_USAGE;
    }
    return EXIT_OK;
}

static int parse_picks(const char *command, const char *text, struct copy_selection *selection)
{
    rk_fault fault;
    if (!text || !copy_parse_picks(text, selection, &fault))
        return EXIT_OK;
    command_report_fault(command, "--pick", text, &fault);
    return EXIT_USAGE;
}

// ---- expressions -----------------------------------------------------------------------------

/* Prints "FILE:LINE: error". */
static void report_file_fault(const char *command, const char *file, const char *text,
                              const rk_fault *fault)
{
    unsigned long line = 1;
    for (size_t i = 0; i < fault->offset; i++)
        line += text[i] == '\n';
    command_fail(command, EXIT_USAGE, "%s:%lu: %s", file, line, fault->text);
}

static int add_where_file(const char *command, struct where *where, const char *file)
{
    rk_fault fault;
    char *text = malloc(WHERE_FILE_MAX);
    struct input_stream *input = input_open(file);
    int status = EXIT_SYSTEM_ERROR;
    const size_t size = text && input ? input_read(input, text, WHERE_FILE_MAX) : 0;
    const char *error = text && input ? input_error(input) : rk_err_text(RK_NO_MEMORY);
    if (!error && size == WHERE_FILE_MAX)
        error = "longer than 1 MiB";
    if (error) {
        command_fail(command, EXIT_SYSTEM_ERROR, "%s: %s", file, error);
    } else if (where_add(where, text, size, &fault)) {
        report_file_fault(command, file, text, &fault);
        status = EXIT_USAGE;
    } else {
        status = EXIT_OK;
    }
    input_close(input);
    free(text);
    return status;
}

static int parse_where(const char *command, const struct filter_arguments *given,
                       struct copy_selection *selection)
{
    int status = EXIT_OK;
    for (size_t i = 0; i < given->where.count; i++) {
        const char *text = given->where.values[i];
        rk_fault fault;
        if (!where_add(given->compiled, text, strlen(text), &fault))
            continue;
        command_report_fault(command, "--where", text, &fault);
        return EXIT_USAGE;
    }
    for (size_t i = 0; i < given->where_files.count && !status; i++)
        status = add_where_file(command, given->compiled, given->where_files.values[i]);
    if (given->where.count || given->where_files.count)
        selection->where = given->compiled;
    return status;
}

// ---- the command -----------------------------------------------------------------------------

#define CONDITION(condition, placeholder, words)                                       \
    {                                                                                  \
        .name = condition_options[condition], .value = (placeholder), .help = (words), \
        .text = &given->conditions[condition]                                          \
    }

#define CHOICE(condition, placeholder, words, values)                       \
    option_choice(condition_options[condition], placeholder, words, values, \
                  &given->conditions[condition])

static int filter_games(struct pgn_arguments *arguments, int argc, char **argv,
                        struct filter_arguments *given, struct copy_selection *selection)
{
    const struct option options[] = {
        CONDITION(FILTER_PLAYER, "NAME", "part of the name of either player"),
        CONDITION(FILTER_WHITE, "NAME", "part of White's name"),
        CONDITION(FILTER_BLACK, "NAME", "part of Black's name"),
        CONDITION(FILTER_ELO, "MIN[-MAX]", "rating of both players"),
        CONDITION(FILTER_ANY_ELO, "MIN[-MAX]", "rating of at least one player"),
        CONDITION(FILTER_DATE, "FROM[..TO]", "2018, 2018.01..2018.06, ..1999.12.31"),
        CHOICE(FILTER_RESULT, "RESULT", "1-0, 0-1, 1/2-1/2 or *", "1-0 0-1 1/2-1/2"),
        CONDITION(FILTER_ECO, "CODE[-CODE]", "opening: B20-B99"),
        CONDITION(FILTER_LENGTH, "MIN[-MAX]", "number of full moves"),
        {.name = "--fen",
         .value = "FEN",
         .help = "position reached: placement, side to move, castling rights",
         .text = &given->position},
        CONDITION(FILTER_PATTERN, "PIECES", "pieces on squares: \"Nf3 pe5 Kg1\""),
        CONDITION(FILTER_MATERIAL, "PIECES", "material, either side first: KRPvKR, QvRR"),
        CHOICE(FILTER_END, "END", "checkmate, stalemate, material, other or none",
               "checkmate stalemate material other none"),
        CONDITION(FILTER_MOVES, "MOVES", "first moves: \"e4 c5 Nf3\""),
        {.name = "--variant",
         .value = "NAME",
         .help = "variant",
         .text = &given->variant,
         .choices = command_variant_names},
        option_repeatable("--where", "EXPRESSION", "condition on any tags; see above",
                          &given->where),
        option_repeatable("--where-file", "FILE", "the same, read from a file",
                          &given->where_files),
        {.name = "--not",
         .help = "select the games that do not match",
         .flag = &selection->inverted},
        {.name = "--count",
         .help = "print only the number of games",
         .flag = &selection->count_only},
        {.name = "--limit",
         .value = "N",
         .help = "stop after N games",
         .number = &selection->max,
         .min = 1,
         .max = ~0UL},
        option_text("--pick", "NUMBERS", "of the games selected, only these: 1-10,25,100-",
                    &given->picks)};
    int status;
    if (!pgn_arguments_parse(arguments, argc, argv, options, sizeof options / sizeof *options,
                             &status))
        return status;
    status = parse_filter(arguments->command, given, &selection->filter);
    if (!status)
        status = parse_picks(arguments->command, given->picks, selection);
    if (!status)
        status = parse_where(arguments->command, given, selection);
    return status ? status : pgn_arguments_exit_status(copy_selected(&arguments->run, selection));
}

int pgn_filter(struct pgn_arguments *arguments, int argc, char **argv)
{
    struct copy_selection selection = {.max = ~0UL};
    struct filter_arguments given = {.compiled = where_create()};
    int status = EXIT_SYSTEM_ERROR;
    given.where.values = calloc((size_t)argc, sizeof *given.where.values);
    given.where_files.values = calloc((size_t)argc, sizeof *given.where_files.values);
    if (given.compiled && given.where.values && given.where_files.values)
        status = filter_games(arguments, argc, argv, &given, &selection);
    else
        fprintf(stderr, "rookery pgn filter: %s\n", rk_err_text(RK_NO_MEMORY));
    free(given.where.values);
    free(given.where_files.values);
    where_destroy(given.compiled);
    return status;
}
