/* SPDX-License-Identifier: MIT */
#include "pgntools/stats.h"

#include <inttypes.h>
#include <string.h>

#include "base/json.h"
#include "base/printable.h"
#include "pgntools/game_tags.h"
#include "pgntools/tag_value.h"
#include "pgntools/tally.h"

// ---- a chunk ---------------------------------------------------------------------------------

enum { YEAR_SIZE = 4 };
enum category { PLAYERS, YEARS, OPENINGS, VARIANTS, CATEGORY_COUNT };

struct game_sums {
    uint64_t games, moves, results[RESULT_COUNT];
    unsigned shortest, longest; /* in full moves */
    uint64_t length;            /* sum of all, in full moves */
};

struct stats_result {
    struct chunk_result base;
    struct game_sums sums;
    struct tally tallies[CATEGORY_COUNT];
    struct buffer name;
    struct game_tags tags;
    unsigned plies;
};

static rk_pgn_next begin_game(void *data, rk_pgn_place place)
{
    struct stats_result *result = data;
    result->tags = (struct game_tags){0};
    result->plies = 0;
    return chunk_result_begin_game(data, place);
}

static rk_pgn_next set_tag(void *data, rk_pgn_text name, rk_pgn_text value)
{
    game_tags_set(&((struct stats_result *)data)->tags, name, value);
    return RK_PGN_CONTINUE;
}

static rk_pgn_next count_ply(void *data, const rk_position *before, rk_move move, rk_pgn_text san)
{
    struct stats_result *result = data;
    (void)before, (void)move, (void)san;
    result->plies++;
    return RK_PGN_CONTINUE;
}

static void add_game(struct game_sums *sums, unsigned plies, enum game_result result)
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

static void count_value(struct stats_result *result, enum category category, rk_pgn_text value,
                        enum game_result outcome)
{
    if (!value.size || *value.at == '?')
        return;
    buffer_rewind(&result->name);
    tag_value_append(&result->name, value);
    tally_add(&result->tallies[category], result->name.bytes, result->name.size, outcome);
}

/* The year of a date such as 1972.??.??; empty if it does not start with four digits. */
static rk_pgn_text year_of(rk_pgn_text date)
{
    if (date.size < YEAR_SIZE)
        return (rk_pgn_text){0};
    for (size_t i = 0; i < YEAR_SIZE; i++)
        if (date.at[i] < '0' || date.at[i] > '9')
            return (rk_pgn_text){0};
    return (rk_pgn_text){date.at, YEAR_SIZE};
}

static rk_pgn_next end_game(void *data, const rk_position *last, rk_pgn_text text)
{
    struct stats_result *result = data;
    const rk_pgn_text *tags = result->tags.value;
    const enum game_result outcome = game_result_parse(text.size ? text : tags[TAG_RESULT]);
    (void)last;
    add_game(&result->sums, result->plies, outcome);
    count_value(result, PLAYERS, tags[TAG_WHITE], outcome);
    count_value(result, PLAYERS, tags[TAG_BLACK], outcome);
    count_value(result, YEARS, year_of(tags[TAG_DATE]), outcome);
    count_value(result, OPENINGS, tags[TAG_ECO], outcome);
    const char *variant = rk_variant_name(game_tags_variant(&result->tags));
    tally_add(&result->tallies[VARIANTS], variant, strlen(variant), outcome);
    return RK_PGN_CONTINUE;
}

static void count_chunk(const struct chunk *chunk, void *data, const void *stats)
{
    struct stats_result *result = data;
    (void)stats;
    const rk_pgn_visitor visitor = {.data = result,
                                    .begin_game = begin_game,
                                    .tag = set_tag,
                                    .move = count_ply,
                                    .begin_variation = chunk_result_skip_variation,
                                    .end_game = end_game,
                                    .error = chunk_result_error};
    chunk_result_reset(&result->base);
    result->sums = (struct game_sums){0};
    for (size_t category = 0; category < CATEGORY_COUNT; category++)
        tally_clear(&result->tallies[category]);
    chunk_result_read(&result->base, chunk, &visitor);
}

static void free_stats_result(void *data)
{
    struct stats_result *result = data;
    for (size_t category = 0; category < CATEGORY_COUNT; category++)
        tally_fini(&result->tallies[category]);
    buffer_fini(&result->name);
    chunk_result_fini(data);
}

// ---- all chunks ------------------------------------------------------------------------------

struct stats {
    struct run run;
    const struct stats_options *options;
    struct game_sums sums;
    struct tally tallies[CATEGORY_COUNT];
};

static void add_sums(struct game_sums *sums, const struct game_sums *more)
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

static bool collect_chunk(const struct chunk *chunk, void *data, void *context)
{
    const struct stats_result *result = data;
    struct stats *stats = context;
    struct totals *totals = &stats->run.totals;
    run_collect(&stats->run, chunk, &result->base);
    add_sums(&stats->sums, &result->sums);
    for (size_t category = 0; category < CATEGORY_COUNT; category++) {
        tally_merge(&stats->tallies[category], &result->tallies[category]);
        totals->out_of_memory = totals->out_of_memory || stats->tallies[category].out_of_memory;
    }
    return !totals->out_of_memory;
}

static const char *const category_names[CATEGORY_COUNT] = {"players", "years", "openings",
                                                           "variants"};

static double average_length(const struct game_sums *sums)
{
    return sums->games ? (double)sums->length / (double)sums->games : 0;
}

// ---- as text ---------------------------------------------------------------------------------

static void write_sums(struct output_stream *output, const struct game_sums *sums, uint64_t errors)
{
    static const char *const names[RESULT_COUNT] = {"White won", "Black won", "drawn", "undecided"};
    const double games = sums->games ? (double)sums->games : 1;
    output_print(output, "games      %" PRIu64 "\nmoves      %" PRIu64 "\nerrors     %" PRIu64 "\n",
                 sums->games, sums->moves, errors);
    for (size_t result = 0; result < RESULT_COUNT; result++)
        output_print(output, "%-10s %" PRIu64 " (%.1f%%)\n", names[result], sums->results[result],
                     100 * (double)sums->results[result] / games);
    output_print(output, "length     %.1f full moves on average, from %u to %u\n",
                 average_length(sums), sums->shortest, sums->longest);
}

static void write_name(struct output_stream *output, rk_pgn_text name)
{
    struct buffer printable = {.bytes = NULL};
    printable_append(&printable, name.at, name.size);
    output_write(output, printable.bytes, printable.size);
    buffer_fini(&printable);
}

static void write_tally(struct output_stream *output, const struct tally *tally, const char *name,
                        unsigned long top)
{
    const size_t count = tally_count(tally);
    output_print(output, "%-10s %zu\n", name, count);
    for (size_t i = 0; i < count && i < top; i++) {
        rk_pgn_text text;
        const struct tally_row *row = tally_get(tally, i, &text);
        output_print(output, "  %8" PRIu64 " ", row->count);
        write_name(output, text);
        output_print(output, "\n");
    }
}

static void write_text(struct stats *stats)
{
    struct output_stream *output = stats->run.output;
    write_sums(output, &stats->sums, stats->run.totals.errors);
    for (size_t category = 0; category < CATEGORY_COUNT; category++)
        write_tally(output, &stats->tallies[category], category_names[category],
                    stats->options->top);
}

// ---- as JSON ---------------------------------------------------------------------------------

static void put_results(struct json *json, const uint64_t results[RESULT_COUNT])
{
    static const char *const names[RESULT_COUNT] = {"white", "black", "draw", "undecided"};
    for (size_t result = 0; result < RESULT_COUNT; result++)
        json_put_integer(json, names[result], (int64_t)results[result]);
}

static void put_sums(struct json *json, const struct game_sums *sums, uint64_t errors)
{
    json_put_integer(json, "games", (int64_t)sums->games);
    json_put_integer(json, "plies", (int64_t)sums->moves);
    json_put_integer(json, "errors", (int64_t)errors);
    json_put_object(json, "results");
    put_results(json, sums->results);
    json_end_object(json);
    json_put_object(json, "length");
    json_put_decimal(json, "average", average_length(sums), 2);
    json_put_integer(json, "min", sums->shortest);
    json_put_integer(json, "max", sums->longest);
    json_end_object(json);
}

/* A player has results of both sides, which say nothing: they are left out. */
static void put_row(struct json *json, rk_pgn_text name, const struct tally_row *row,
                    bool with_results)
{
    json_begin_object(json);
    json_put_pgn_text(json, "name", name.at, name.size);
    json_put_integer(json, "games", (int64_t)row->count);
    if (with_results)
        put_results(json, row->results);
    json_end_object(json);
}

static void put_category(struct json *json, const struct stats *stats, enum category category)
{
    const struct tally *tally = &stats->tallies[category];
    const size_t count = tally_count(tally);
    json_put_object(json, category_names[category]);
    json_put_integer(json, "count", (int64_t)count);
    json_put_array(json, "top");
    for (size_t i = 0; i < count && i < stats->options->top; i++) {
        rk_pgn_text name;
        const struct tally_row *row = tally_get(tally, i, &name);
        put_row(json, name, row, category != PLAYERS);
    }
    json_end_array(json);
    json_end_object(json);
}

static bool write_json(struct stats *stats)
{
    struct buffer out = {0};
    struct json json = json_in(&out);
    json_begin_object(&json);
    put_sums(&json, &stats->sums, stats->run.totals.errors);
    for (unsigned category = 0; category < CATEGORY_COUNT; category++)
        put_category(&json, stats, category);
    json_end_object(&json);
    buffer_put(&out, '\n');
    const bool complete = !out.failed;
    if (complete)
        output_write(stats->run.output, out.bytes, out.size);
    buffer_fini(&out);
    return complete;
}

static bool write_stats(void *data)
{
    struct stats *stats = data;
    for (size_t category = 0; category < CATEGORY_COUNT; category++) {
        tally_sort(&stats->tallies[category]);
        if (stats->tallies[category].out_of_memory)
            return false;
    }
    if (stats->options->json)
        return write_json(stats);
    write_text(stats);
    return true;
}

enum run_status stats_write(const struct run_options *options,
                            const struct stats_options *stats_options)
{
    struct stats stats = {.run = {.options = options}, .options = stats_options};
    const struct pool_job job = {.data = &stats,
                                 .result_size = sizeof(struct stats_result),
                                 .process = count_chunk,
                                 .collect = collect_chunk,
                                 .free_result = free_stats_result};
    const enum run_status status = run_with_output(&stats.run, &job, write_stats);
    for (size_t category = 0; category < CATEGORY_COUNT; category++)
        tally_fini(&stats.tallies[category]);
    return status;
}
