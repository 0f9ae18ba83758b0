/* SPDX-License-Identifier: MIT */
#include "pgntools/copy.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/fault.h"
#include "pgntools/game_spans.h"

/* One run that copies games; without a selection it copies all. */
struct copy {
    struct run run;
    const struct copy_selection *selection;
    struct game_writer writer;
    uint64_t selected; /* games so far, picked or not */
};

// ---- all games -------------------------------------------------------------------------------

static bool copy_games(const struct chunk *chunk, void *result, void *data)
{
    const struct game_spans *spans = result;
    struct copy *copy = data;
    size_t count;
    const struct game_span *list = game_spans_list(spans, &count);
    copy->writer.output = copy->run.output;
    run_collect(&copy->run, chunk, &spans->base);
    for (size_t i = 0; i < count; i++)
        game_writer_write(&copy->writer, chunk, &list[i]);
    return run_can_continue(&copy->run);
}

enum run_status copy_all(const struct run_options *options)
{
    struct copy copy = {.run = {.options = options}};
    const struct pool_job job = {.data = &copy,
                                 .result_size = sizeof(struct game_spans),
                                 .process = game_spans_find,
                                 .collect = copy_games,
                                 .free_result = game_spans_fini};
    return run_with_output(&copy.run, &job, NULL);
}

// ---- games that match a filter: a chunk ------------------------------------------------------

struct selection_result {
    struct game_spans spans;
    const struct copy_selection *selection;
    struct game_tags tags;
    struct where_values values;
    struct filter_progress progress;
    bool tags_compared, tags_match; /* of the current game */
};

static rk_pgn_next begin_game(void *data, rk_pgn_place place)
{
    struct selection_result *result = data;
    result->tags = (struct game_tags){0};
    if (result->selection->where)
        result->values = (struct where_values){0};
    result->tags_compared = false;
    return game_spans_begin_game(data, place);
}

static rk_pgn_next set_tag(void *data, rk_pgn_text name, rk_pgn_text value)
{
    struct selection_result *result = data;
    game_tags_set(&result->tags, name, value);
    if (result->selection->where)
        where_set_tag(result->selection->where, name, value, &result->values);
    return RK_PGN_CONTINUE;
}

// If the tags do not match, or there is no other condition, the moves need not be played.
static rk_pgn_next compare_tags(void *data, const rk_position *start)
{
    struct selection_result *result = data;
    const struct where *where = result->selection->where;
    const struct filter *filter = &result->selection->filter;
    (void)start;
    result->tags_compared = true;
    result->tags_match = filter_matches_tags(filter, &result->tags) &&
                         (!where || where_matches(where, &result->values));
    result->progress = filter_begin(filter, filter_knows_eco(&result->tags));
    return result->tags_match &&
                   (!filter_needs_moves(filter) || !filter_is_decided(filter, &result->progress))
               ? RK_PGN_CONTINUE
               : RK_PGN_SKIP;
}

static rk_pgn_next compare_move(void *data, const rk_position *before, rk_move move,
                                rk_pgn_text san)
{
    struct selection_result *result = data;
    const struct filter *filter = &result->selection->filter;
    (void)san;
    filter_visit_position(filter, before, &result->progress);
    filter_visit_move(filter, before, move, &result->progress);
    return filter_is_decided(filter, &result->progress) ? RK_PGN_SKIP : RK_PGN_CONTINUE;
}

static rk_pgn_next decide_game(void *data, const rk_position *last, rk_pgn_text text)
{
    struct selection_result *result = data;
    const struct filter *filter = &result->selection->filter;
    // The reader does not begin the moves of a game whose FEN tag is invalid.
    if (!result->tags_compared)
        compare_tags(data, NULL);
    if (last && result->tags_match) {
        filter_visit_position(filter, last, &result->progress);
        filter_visit_end(filter, last, &result->progress);
    }
    const bool matches = result->tags_match && filter_matches_result(filter, &result->tags, text) &&
                         filter_matches_moves(filter, &result->progress);
    result->spans.selected = matches != result->selection->inverted;
    return RK_PGN_CONTINUE;
}

static void select_games(const struct chunk *chunk, void *data, const void *copy)
{
    struct selection_result *result = data;
    result->selection = ((const struct copy *)copy)->selection;
    const bool moves = filter_needs_moves(&result->selection->filter);
    const rk_pgn_visitor visitor = {.data = result,
                                    .begin_game = begin_game,
                                    .tag = set_tag,
                                    .begin_moves = compare_tags,
                                    .move = moves ? compare_move : NULL,
                                    .begin_variation = chunk_result_skip_variation,
                                    .end_game = decide_game,
                                    .error = chunk_result_error};
    game_spans_reset(&result->spans, chunk);
    chunk_result_read(&result->spans.base, chunk, &visitor);
    game_spans_end(&result->spans);
}

// ---- games that match a filter: all chunks ---------------------------------------------------

static bool is_picked(const struct copy_selection *selection, uint64_t number)
{
    for (size_t i = 0; i < selection->pick_count; i++)
        if (number >= selection->picks[i].min && number <= selection->picks[i].max)
            return true;
    return !selection->pick_count;
}

/* Whether games after this one can be picked. */
static bool picks_follow(const struct copy_selection *selection, uint64_t number)
{
    for (size_t i = 0; i < selection->pick_count; i++)
        if (number < selection->picks[i].max)
            return true;
    return !selection->pick_count;
}

rk_err copy_parse_picks(const char *text, struct copy_selection *selection, rk_fault *fault)
{
    const char *at = text;
    selection->pick_count = 0;
    do {
        char *end = (char *)at;
        struct filter_range range = {.is_set = true, .max = ~0UL};
        const size_t offset = (size_t)(at - text);
        if (selection->pick_count == COPY_PICKS_MAX)
            return fault_set(fault, RK_BAD_SYNTAX, offset, "more than 64 ranges");
        if (*at >= '0' && *at <= '9')
            range.min = range.max = strtoul(at, &end, 10);
        if (*end == '-') {
            at = end + 1;
            range.max = *at >= '0' && *at <= '9' ? strtoul(at, &end, 10) : ~0UL;
            end = end < at ? (char *)at : end;
        }
        if (!range.min || range.max < range.min || (*end && *end != ','))
            return fault_set(fault, RK_BAD_SYNTAX, offset,
                             "expected numbers from 1 and ranges, such as 1-10,25,100-");
        selection->picks[selection->pick_count++] = range;
        at = end;
    } while (*at++ == ',');
    return RK_OK;
}

static void add_game(struct copy *copy, const struct chunk *chunk, const struct game_span *game)
{
    if (copy->selection->count_only)
        copy->writer.games++;
    else
        game_writer_write(&copy->writer, chunk, game);
}

static bool copy_selected_games(const struct chunk *chunk, void *data, void *context)
{
    const struct selection_result *result = data;
    struct copy *copy = context;
    const struct copy_selection *selection = copy->selection;
    size_t count;
    const struct game_span *list = game_spans_list(&result->spans, &count);
    copy->writer.output = copy->run.output;
    run_collect(&copy->run, chunk, &result->spans.base);
    for (size_t i = 0; i < count && copy->writer.games < selection->max; i++)
        if (is_picked(selection, ++copy->selected))
            add_game(copy, chunk, &list[i]);
    return run_can_continue(&copy->run) && copy->writer.games < selection->max &&
           picks_follow(selection, copy->selected);
}

static bool write_count(void *data)
{
    const struct copy *copy = data;
    char line[32];
    const int size = snprintf(line, sizeof line, "%" PRIu64 "\n", copy->writer.games);
    if (copy->selection->count_only)
        output_write(copy->run.output, line, (size_t)size);
    return true;
}

enum run_status copy_selected(const struct run_options *options,
                              const struct copy_selection *selection)
{
    struct copy copy = {.run = {.options = options}, .selection = selection};
    const struct pool_job job = {.data = &copy,
                                 .result_size = sizeof(struct selection_result),
                                 .process = select_games,
                                 .collect = copy_selected_games,
                                 .free_result = game_spans_fini};
    return run_with_output(&copy.run, &job, write_count);
}
