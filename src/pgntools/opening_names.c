/* SPDX-License-Identifier: MIT */
#include "pgntools/opening_names.h"

#include <stdio.h>

#include "base/fault.h"
#include "base/json.h"
#include "base/printable.h"
#include "pgntools/game_tags.h"
#include "pgntools/tag_value.h"
#include "rookery/opening.h"
#include "rookery/san.h"

enum { MOVE_COLUMNS = 12, LINE_MAX_SIZE = 300 };

struct opening_names {
    struct run run;
    const struct opening_names_options *options;
};

struct names_result {
    struct chunk_result base;
    const struct opening_names_options *options;
    rk_pgn_error *error; /* of opening_names_of_text(); NULL: reads chunks */
    /* The current game: */
    rk_opening_line line;
    struct buffer white, black;
    struct buffer named; /* every named position, as text or JSON */
    bool has_error;      /* it was reported, and gets no name */
};

static rk_pgn_next begin_game(void *data, rk_pgn_place place)
{
    struct names_result *result = data;
    result->line = (rk_opening_line){0};
    result->has_error = false;
    buffer_rewind(&result->white);
    buffer_rewind(&result->black);
    buffer_rewind(&result->named);
    return chunk_result_begin_game(data, place);
}

static rk_pgn_next save_player(void *data, rk_pgn_text name, rk_pgn_text value)
{
    struct names_result *result = data;
    struct buffer *player = pgn_text_equals(name, "White")   ? &result->white
                            : pgn_text_equals(name, "Black") ? &result->black
                                                             : NULL;
    if (!player)
        return RK_PGN_CONTINUE;
    buffer_rewind(player); // the last value of a repeated tag counts
    tag_value_append(player, value);
    return RK_PGN_CONTINUE;
}

static rk_pgn_next begin_moves(void *data, const rk_position *start)
{
    rk_opening_line_begin(&((struct names_result *)data)->line, start);
    return RK_PGN_CONTINUE;
}

// ---- every named position --------------------------------------------------------------------

static void put_opening(struct json *json, const rk_opening_line *line)
{
    json_put_text(json, "eco", line->opening.eco);
    json_put_text(json, "name", line->opening.name);
    json_put_integer(json, "ply", line->ply);
}

static void add_named_json(struct buffer *out, const rk_opening_line *line, const char *san)
{
    if (out->size)
        buffer_put(out, ',');
    struct json json = json_in(out);
    json_begin_object(&json);
    put_opening(&json, line);
    json_put_text(&json, "san", san);
    json_end_object(&json);
}

/* "  2... Nc6     C44  King's Knight Opening: Normal Variation" */
static void add_named_text(struct buffer *out, const rk_opening_line *line, const char *san)
{
    char move[32], row[LINE_MAX_SIZE];
    snprintf(move, sizeof move, "%u%s %s", (line->ply + 1) / 2, line->ply % 2 ? "." : "...", san);
    snprintf(row, sizeof row, "  %-*s %s  %s\n", MOVE_COLUMNS, move, line->opening.eco,
             line->opening.name);
    buffer_text(out, row);
}

static rk_pgn_next add_move(void *data, const rk_position *before, rk_move move, rk_pgn_text text)
{
    struct names_result *result = data;
    rk_opening_line *line = &result->line;
    rk_position pos = *before;
    rk_undo undo;
    char san[RK_SAN_MAX];
    (void)text;
    if (move == RK_NO_MOVE)
        rk_position_pass(&pos, &undo);
    else
        rk_position_apply(&pos, move, &undo);
    rk_opening_line_add(line, &pos);
    if (result->options->moves && line->ply == line->plies) {
        rk_san_write(before, move, san);
        (result->options->json ? add_named_json : add_named_text)(&result->named, line, san);
    }
    return RK_PGN_CONTINUE;
}

// ---- a game ----------------------------------------------------------------------------------

static void put_player(struct json *json, const char *key, const struct buffer *player)
{
    json_put_pgn_text(json, key, player->bytes, player->size);
}

static void add_game_json(struct names_result *result)
{
    struct json json = json_in(&result->base.out);
    json_begin_object(&json);
    if (!result->error) {
        put_player(&json, "white", &result->white);
        put_player(&json, "black", &result->black);
    }
    json_key(&json, "opening");
    if (result->line.ply) {
        json_begin_object(&json);
        put_opening(&json, &result->line);
        json_end_object(&json);
    } else {
        json_null_value(&json);
    }
    if (result->options->moves) {
        json_put_array(&json, "named");
        json_raw(&json, result->named.bytes, result->named.size);
        json_end_array(&json);
    }
    json_end_object(&json);
    buffer_put(&result->base.out, '\n');
}

static void add_player(struct buffer *out, const struct buffer *text)
{
    if (text->size)
        printable_append(out, text->bytes, text->size);
    else
        buffer_put(out, '?');
}

static void add_game_text(struct names_result *result)
{
    struct buffer *out = &result->base.out;
    buffer_text(out, result->line.ply ? result->line.opening.eco : "?");
    buffer_put(out, ' ');
    buffer_text(out, result->line.ply ? result->line.opening.name : "unknown");
    if (result->white.size || result->black.size) {
        buffer_text(out, " (");
        add_player(out, &result->white);
        buffer_text(out, " - ");
        add_player(out, &result->black);
        buffer_put(out, ')');
    }
    buffer_put(out, '\n');
    buffer_add(out, result->named.bytes, result->named.size);
}

static rk_pgn_next end_game(void *data, const rk_position *last, rk_pgn_text text)
{
    struct names_result *result = data;
    (void)last, (void)text;
    if (result->has_error)
        return RK_PGN_CONTINUE;
    if (result->options->json)
        add_game_json(result);
    else
        add_game_text(result);
    return result->error ? RK_PGN_STOP : RK_PGN_CONTINUE;
}

static rk_pgn_next report_error(void *data, const rk_pgn_error *error)
{
    ((struct names_result *)data)->has_error = true;
    return chunk_result_error(data, error);
}

static rk_pgn_visitor visitor_of(struct names_result *result)
{
    return (rk_pgn_visitor){.data = result,
                            .begin_game = begin_game,
                            .tag = save_player,
                            .begin_moves = begin_moves,
                            .move = add_move,
                            .begin_variation = chunk_result_skip_variation,
                            .end_game = end_game,
                            .error = report_error,
                            .warning = chunk_result_warning};
}

// ---- files -----------------------------------------------------------------------------------

static void name_chunk(const struct chunk *chunk, void *data, const void *names)
{
    struct names_result *result = data;
    result->options = ((const struct opening_names *)names)->options;
    const rk_pgn_visitor visitor = visitor_of(result);
    chunk_result_reset(&result->base);
    chunk_result_read(&result->base, chunk, &visitor);
    if (chunk->has_cut_off_game)
        buffer_rewind(&result->base.out);
    result->base.out_of_memory = result->base.out_of_memory || result->white.failed ||
                                 result->black.failed || result->named.failed;
}

static void free_names_result(void *data)
{
    struct names_result *result = data;
    buffer_fini(&result->white);
    buffer_fini(&result->black);
    buffer_fini(&result->named);
    chunk_result_fini(data);
}

static bool collect_chunk(const struct chunk *chunk, void *data, void *context)
{
    const struct names_result *result = data;
    struct opening_names *names = context;
    run_collect(&names->run, chunk, &result->base);
    output_write(names->run.output, result->base.out.bytes, result->base.out.size);
    return run_can_continue(&names->run);
}

static bool look_for_games(void *data)
{
    struct run *run = &((struct opening_names *)data)->run;
    run->nothing_found = run_no_games_error(run->totals.games, run->totals.errors);
    return true;
}

enum run_status opening_names_write(const struct run_options *options,
                                    const struct opening_names_options *names_options)
{
    struct opening_names names = {.run = {.options = options}, .options = names_options};
    const struct pool_job job = {.data = &names,
                                 .result_size = sizeof(struct names_result),
                                 .process = name_chunk,
                                 .collect = collect_chunk,
                                 .free_result = free_names_result};
    return run_with_output(&names.run, &job, look_for_games);
}

// ---- a text ----------------------------------------------------------------------------------

static rk_pgn_next save_error(void *data, const rk_pgn_error *error)
{
    struct names_result *result = data;
    *result->error = *error;
    return RK_PGN_STOP;
}

rk_err opening_names_of_text(const char *text, size_t size,
                             const struct opening_names_options *options, struct buffer *out,
                             rk_pgn_error *error)
{
    struct names_result result = {.options = options, .error = error};
    rk_pgn_visitor visitor = visitor_of(&result);
    visitor.error = save_error;
    visitor.warning = NULL;
    *error = (rk_pgn_error){.place = {1, 1, 0}};
    rk_pgn_read_text(text, size, (rk_pgn_place){0, 0, 0}, &visitor);
    if (!error->fault.err && !result.base.games)
        fault_set(&error->fault, RK_BAD_SYNTAX, 0, "this is neither a FEN nor moves");
    if (!error->fault.err && (result.base.out.failed || result.named.failed))
        fault_set_default(&error->fault, RK_NO_MEMORY);
    if (!error->fault.err)
        buffer_add(out, result.base.out.bytes, result.base.out.size);
    free_names_result(&result);
    return error->fault.err;
}
