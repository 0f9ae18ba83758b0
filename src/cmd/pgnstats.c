/* SPDX-License-Identifier: MIT */
/* rookery pgn stats and openings: what occurs in the files, and how often. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cmd/command.h"
#include "cmd/pgn.h"
#include "cmd/pgngame.h"
#include "cmd/pgntally.h"
#include "rookery/san.h"

enum { TOP = 10, TOP_MAX = 1000000, DEPTH = 6, DEPTH_MAX = 100 };

static void write_line(struct output *output, const char *format, ...)
{
    char line[512];
    va_list arguments;
    va_start(arguments, format);
    const int size = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    output_write(output, line, size < (int)sizeof line ? (size_t)size : sizeof line - 1);
}

// ---- stats: a piece --------------------------------------------------------------------------

enum theme { PLAYERS, YEARS, OPENINGS, VARIANTS, THEME_COUNT };

struct sums {
    uint64_t games, moves, results[RESULT_COUNT];
    unsigned shortest, longest; /* in moves of one side */
    uint64_t length;            /* of all */
};

struct counted {
    struct harvest harvest;
    struct sums sums;
    struct tally tallies[THEME_COUNT];
    struct buffer name;
    struct game_tags tags;
    unsigned plies;
};

static rk_pgn_next begin_game(void *data, rk_pgn_place place)
{
    struct counted *counted = data;
    counted->tags = (struct game_tags){0};
    counted->plies = 0;
    return harvest_begin_game(data, place);
}

static rk_pgn_next note_tag(void *data, rk_pgn_text name, rk_pgn_text value)
{
    game_tags_note(&((struct counted *)data)->tags, name, value);
    return RK_PGN_ON;
}

static rk_pgn_next count_ply(void *data, const rk_position *before, rk_move move, rk_pgn_text san)
{
    struct counted *counted = data;
    (void)before, (void)move, (void)san;
    counted->plies++;
    return RK_PGN_ON;
}

static void sum_up(struct sums *sums, unsigned plies, enum game_result result)
{
    const unsigned length = (plies + 1) / 2;
    if (!sums->games || length < sums->shortest)
        sums->shortest = length;
    if (length > sums->longest)
        sums->longest = length;
    sums->games++;
    sums->moves += plies;
    sums->length += length;
    sums->results[result]++;
}

static void tally_tag(struct counted *counted, enum theme theme, rk_pgn_text value,
                      enum game_result result)
{
    if (!value.size || *value.at == '?')
        return;
    buffer_rewind(&counted->name);
    value_add_tag(&counted->name, value);
    tally_add(&counted->tallies[theme], counted->name.bytes, counted->name.size, result);
}

static rk_pgn_next end_game(void *data, const rk_position *last, rk_pgn_text text)
{
    struct counted *counted = data;
    const rk_pgn_text *tags = counted->tags.of;
    const enum game_result result = game_result_of(text.size ? text : tags[TAG_RESULT]);
    (void)last;
    sum_up(&counted->sums, counted->plies, result);
    tally_tag(counted, PLAYERS, tags[TAG_WHITE], result);
    tally_tag(counted, PLAYERS, tags[TAG_BLACK], result);
    const rk_pgn_text date = tags[TAG_DATE];
    tally_tag(counted, YEARS, (rk_pgn_text){date.at, date.size < 4 ? date.size : 4}, result);
    tally_tag(counted, OPENINGS, tags[TAG_ECO], result);
    const char *variant = rk_variant_name(game_tags_variant(&counted->tags));
    tally_add(&counted->tallies[VARIANTS], variant, strlen(variant), result);
    return RK_PGN_ON;
}

static void count_piece(const struct piece *piece, void *result, const void *data)
{
    struct counted *counted = result;
    (void)data;
    const rk_pgn_visitor visitor = {.data = counted,
                                    .begin_game = begin_game,
                                    .tag = note_tag,
                                    .move = count_ply,
                                    .begin_variation = harvest_skip_variation,
                                    .end_game = end_game,
                                    .error = harvest_error};
    harvest_begin(&counted->harvest);
    counted->sums = (struct sums){0};
    for (size_t theme = 0; theme < THEME_COUNT; theme++)
        tally_clear(&counted->tallies[theme]);
    harvest_read(&counted->harvest, piece, &visitor);
}

static void free_counted(void *data)
{
    struct counted *counted = data;
    for (size_t theme = 0; theme < THEME_COUNT; theme++)
        tally_free(&counted->tallies[theme]);
    buffer_fini(&counted->name);
    harvest_free(data);
}

// ---- stats: all of them ----------------------------------------------------------------------

struct stats {
    struct pgn_call *call;
    unsigned long top;
    struct tidings tidings;
    struct sums sums;
    struct tally tallies[THEME_COUNT];
};

static void join_sums(struct sums *sums, const struct sums *more)
{
    if (more->games && (!sums->games || more->shortest < sums->shortest))
        sums->shortest = more->shortest;
    if (more->longest > sums->longest)
        sums->longest = more->longest;
    sums->games += more->games;
    sums->moves += more->moves;
    sums->length += more->length;
    for (size_t result = 0; result < RESULT_COUNT; result++)
        sums->results[result] += more->results[result];
}

static bool join_counted(const struct piece *piece, void *result, void *data)
{
    const struct counted *counted = result;
    struct stats *stats = data;
    tidings_add(&stats->tidings, piece, &counted->harvest, NULL);
    join_sums(&stats->sums, &counted->sums);
    for (size_t theme = 0; theme < THEME_COUNT; theme++) {
        tally_join(&stats->tallies[theme], &counted->tallies[theme]);
        stats->tidings.failed = stats->tidings.failed || stats->tallies[theme].failed;
    }
    return !stats->tidings.failed;
}

static void write_sums(struct output *output, const struct sums *sums, uint64_t errors)
{
    static const char *const names[RESULT_COUNT] = {"White won", "Black won", "drawn", "undecided"};
    const double games = sums->games ? (double)sums->games : 1;
    write_line(output, "games      %" PRIu64 "\nmoves      %" PRIu64 "\nerrors     %" PRIu64 "\n",
               sums->games, sums->moves, errors);
    for (size_t result = 0; result < RESULT_COUNT; result++)
        write_line(output, "%-10s %" PRIu64 " (%.1f%%)\n", names[result], sums->results[result],
                   100 * (double)sums->results[result] / games);
    write_line(output, "length     %.1f on average, from %u to %u moves of each side\n",
               (double)sums->length / games, sums->shortest, sums->longest);
}

static void write_tally(struct output *output, struct tally *tally, const char *name,
                        unsigned long top)
{
    const size_t count = tally_size(tally);
    tally_sort(tally);
    write_line(output, "%-10s %zu\n", name, count);
    for (size_t i = 0; i < count && i < top; i++) {
        rk_pgn_text text;
        const struct tally_row *row = tally_row(tally, i, &text);
        write_line(output, "  %8" PRIu64 " %.*s\n", row->count,
                   (int)(text.size < 255 ? text.size : 255), text.at);
    }
}

static bool write_stats(void *data)
{
    static const char *const names[THEME_COUNT] = {"players", "years", "openings", "variants"};
    struct stats *stats = data;
    struct output *output = stats->call->output;
    write_sums(output, &stats->sums, stats->tidings.faults);
    for (size_t theme = 0; theme < THEME_COUNT; theme++) {
        write_tally(output, &stats->tallies[theme], names[theme], stats->top);
        stats->tidings.failed = stats->tidings.failed || stats->tallies[theme].failed;
    }
    return !stats->tidings.failed;
}

int pgn_stats(struct pgn_call *call)
{
    struct stats stats = {.call = call, .top = TOP};
    const struct option options[] = {
        {.name = "--top",
         .value = "N",
         .help = "name so many of each, 10 if not given",
         .number = &stats.top,
         .max = TOP_MAX},
    };
    const struct pool_job job = {.data = &stats,
                                 .result_size = sizeof(struct counted),
                                 .work = count_piece,
                                 .finish = join_counted,
                                 .release = free_counted};
    int status;
    if (!pgn_options(call, options, sizeof options / sizeof *options, &status))
        return status;
    status = pgn_run(call, &job, write_stats);
    for (size_t theme = 0; theme < THEME_COUNT; theme++)
        tally_free(&stats.tallies[theme]);
    return tidings_status(&stats.tidings, status);
}

// ---- openings --------------------------------------------------------------------------------

struct openings {
    struct pgn_call *call;
    rk_position start;
    unsigned long depth, top;
    struct tidings tidings;
    struct tally tally;
};

struct lines {
    struct harvest harvest;
    struct tally tally;
    struct buffer line;
    const struct openings *openings;
    unsigned long plies;
    bool usual;         /* the game at hand begins where lines begin */
    rk_pgn_text result; /* of the tag: moves behind the depth are not read */
};

static rk_pgn_next begin_line(void *data, rk_pgn_place place)
{
    struct lines *lines = data;
    buffer_rewind(&lines->line);
    lines->plies = 0;
    lines->usual = false;
    lines->result = (rk_pgn_text){0};
    return harvest_begin_game(data, place);
}

static rk_pgn_next note_result(void *data, rk_pgn_text name, rk_pgn_text value)
{
    if (text_is(name, "Result"))
        ((struct lines *)data)->result = value;
    return RK_PGN_ON;
}

static rk_pgn_next compare_start(void *data, const rk_position *start)
{
    struct lines *lines = data;
    const rk_position *usual = &lines->openings->start;
    lines->usual = start->variant == usual->variant && rk_position_same(start, usual);
    return lines->usual ? RK_PGN_ON : RK_PGN_SKIP;
}

static rk_pgn_next add_move(void *data, const rk_position *before, rk_move move, rk_pgn_text text)
{
    struct lines *lines = data;
    char san[RK_SAN_MAX] = "--";
    (void)text;
    if (move != RK_NO_MOVE)
        rk_san_write(before, move, san);
    if (lines->plies++)
        buffer_put(&lines->line, ' ');
    buffer_text(&lines->line, san);
    return lines->plies < lines->openings->depth ? RK_PGN_ON : RK_PGN_SKIP;
}

static rk_pgn_next end_line(void *data, const rk_position *last, rk_pgn_text result)
{
    struct lines *lines = data;
    (void)last;
    if (lines->usual)
        tally_add(&lines->tally, lines->line.bytes, lines->line.size,
                  game_result_of(result.size ? result : lines->result));
    return RK_PGN_ON;
}

static void count_lines(const struct piece *piece, void *result, const void *data)
{
    struct lines *lines = result;
    lines->openings = data;
    const rk_pgn_visitor visitor = {.data = lines,
                                    .begin_game = begin_line,
                                    .tag = note_result,
                                    .begin_moves = compare_start,
                                    .move = add_move,
                                    .begin_variation = harvest_skip_variation,
                                    .end_game = end_line,
                                    .error = harvest_error};
    harvest_begin(&lines->harvest);
    tally_clear(&lines->tally);
    harvest_read(&lines->harvest, piece, &visitor);
}

static void free_lines(void *data)
{
    struct lines *lines = data;
    tally_free(&lines->tally);
    buffer_fini(&lines->line);
    harvest_free(data);
}

static bool join_lines(const struct piece *piece, void *result, void *data)
{
    const struct lines *lines = result;
    struct openings *openings = data;
    tidings_add(&openings->tidings, piece, &lines->harvest, NULL);
    tally_join(&openings->tally, &lines->tally);
    return !openings->tidings.failed && !openings->tally.failed;
}

static bool write_openings(void *data)
{
    struct openings *openings = data;
    struct output *output = openings->call->output;
    struct tally *tally = &openings->tally;
    tally_sort(tally);
    const size_t count = tally_size(tally);
    for (size_t i = 0; i < count && i < openings->top; i++) {
        rk_pgn_text text;
        const struct tally_row *row = tally_row(tally, i, &text);
        write_line(output, "%" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " ", row->count,
                   row->results[WHITE_WON], row->results[DRAWN], row->results[BLACK_WON]);
        output_write(output, text.at, text.size);
        output_write(output, "\n", 1);
    }
    return !openings->tidings.failed && !tally->failed;
}

int pgn_openings(struct pgn_call *call)
{
    struct openings openings = {.call = call, .depth = DEPTH, .top = TOP_MAX};
    const char *variant = NULL;
    const struct option options[] = {
        {.name = "--depth",
         .value = "N",
         .help = "lines of so many moves of both sides together, 6 if not given",
         .number = &openings.depth,
         .min = 1,
         .max = DEPTH_MAX},
        {.name = "--top",
         .value = "N",
         .help = "only so many lines",
         .number = &openings.top,
         .max = TOP_MAX},
        {.name = "--variant",
         .value = "NAME",
         .help = "games of this variant; of standard chess if not given",
         .text = &variant},
    };
    const struct pool_job job = {.data = &openings,
                                 .result_size = sizeof(struct lines),
                                 .work = count_lines,
                                 .finish = join_lines,
                                 .release = free_lines};
    int status;
    if (!pgn_options(call, options, sizeof options / sizeof *options, &status))
        return status;
    status = command_parse_position(call->command, NULL, variant, &openings.start);
    if (status)
        return status;
    status = pgn_run(call, &job, write_openings);
    tally_free(&openings.tally);
    return tidings_status(&openings.tidings, status);
}
