/* SPDX-License-Identifier: MIT */
#include "pgntools/openings.h"

#include <inttypes.h>

#include "pgntools/game_tags.h"
#include "pgntools/tally.h"
#include "rookery/san.h"

struct openings {
    struct run run;
    const struct openings_options *options;
    struct tally tally;
};

struct openings_result {
    struct chunk_result base;
    struct tally tally;
    const struct openings_options *options;
    /* The current game: */
    struct buffer line;
    unsigned long plies;
    bool same_start; /* it starts from the position the options name */
    rk_pgn_text result_tag;
};

static rk_pgn_next begin_line(void *data, rk_pgn_place place)
{
    struct openings_result *result = data;
    buffer_rewind(&result->line);
    result->plies = 0;
    result->same_start = false;
    result->result_tag = (rk_pgn_text){0};
    return chunk_result_begin_game(data, place);
}

static rk_pgn_next set_result_tag(void *data, rk_pgn_text name, rk_pgn_text value)
{
    if (pgn_text_equals(name, "Result"))
        ((struct openings_result *)data)->result_tag = value;
    return RK_PGN_CONTINUE;
}

static rk_pgn_next compare_start(void *data, const rk_position *start)
{
    struct openings_result *result = data;
    const rk_position *expected = &result->options->start;
    result->same_start = start->variant == expected->variant && rk_position_same(start, expected);
    return result->same_start ? RK_PGN_CONTINUE : RK_PGN_SKIP;
}

static rk_pgn_next add_move(void *data, const rk_position *before, rk_move move, rk_pgn_text text)
{
    struct openings_result *result = data;
    char san[RK_SAN_MAX] = "--";
    (void)text;
    if (move != RK_NO_MOVE)
        rk_san_write(before, move, san);
    if (result->plies++)
        buffer_put(&result->line, ' ');
    buffer_text(&result->line, san);
    return result->plies < result->options->depth ? RK_PGN_CONTINUE : RK_PGN_SKIP;
}

static rk_pgn_next end_line(void *data, const rk_position *last, rk_pgn_text text)
{
    struct openings_result *result = data;
    (void)last;
    if (result->same_start)
        tally_add(&result->tally, result->line.bytes, result->line.size,
                  game_result_parse(text.size ? text : result->result_tag));
    return RK_PGN_CONTINUE;
}

static void count_chunk(const struct chunk *chunk, void *data, const void *openings)
{
    struct openings_result *result = data;
    result->options = ((const struct openings *)openings)->options;
    const rk_pgn_visitor visitor = {.data = result,
                                    .begin_game = begin_line,
                                    .tag = set_result_tag,
                                    .begin_moves = compare_start,
                                    .move = add_move,
                                    .begin_variation = chunk_result_skip_variation,
                                    .end_game = end_line,
                                    .error = chunk_result_error};
    chunk_result_reset(&result->base);
    tally_clear(&result->tally);
    chunk_result_read(&result->base, chunk, &visitor);
}

static void free_openings_result(void *data)
{
    struct openings_result *result = data;
    tally_fini(&result->tally);
    buffer_fini(&result->line);
    chunk_result_fini(data);
}

static bool collect_chunk(const struct chunk *chunk, void *data, void *context)
{
    const struct openings_result *result = data;
    struct openings *openings = context;
    run_collect(&openings->run, chunk, &result->base);
    tally_merge(&openings->tally, &result->tally);
    return !openings->run.totals.out_of_memory && !openings->tally.out_of_memory;
}

static bool write_openings(void *data)
{
    struct openings *openings = data;
    struct output_stream *output = openings->run.output;
    struct tally *tally = &openings->tally;
    tally_sort(tally);
    const size_t count = tally_count(tally);
    for (size_t i = 0; i < count && i < openings->options->top; i++) {
        rk_pgn_text text;
        const struct tally_row *row = tally_get(tally, i, &text);
        output_print(output, "%" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " ", row->count,
                     row->results[WHITE_WON], row->results[DRAWN], row->results[BLACK_WON]);
        output_write(output, text.at, text.size);
        output_write(output, "\n", 1);
    }
    return !tally->out_of_memory;
}

enum run_status openings_count(const struct run_options *options,
                               const struct openings_options *openings_options)
{
    struct openings openings = {.run = {.options = options}, .options = openings_options};
    const struct pool_job job = {.data = &openings,
                                 .result_size = sizeof(struct openings_result),
                                 .process = count_chunk,
                                 .collect = collect_chunk,
                                 .free_result = free_openings_result};
    const enum run_status status = run_with_output(&openings.run, &job, write_openings);
    tally_fini(&openings.tally);
    return status;
}
