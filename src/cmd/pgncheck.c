/* SPDX-License-Identifier: MIT */
/* rookery pgn check: every game read, every move played. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cmd/command.h"
#include "cmd/pgn.h"
#include "cmd/pgnharvest.h"

struct checked {
    struct harvest harvest;
    uint64_t moves; /* of the main lines */
    const struct piece *piece;
    rk_pgn_place place; /* of the game at hand */
    rk_pgn_text result; /* what its tag says */
    bool faulty;        /* the game at hand */
};

struct check {
    struct pgn_call *call;
    struct tidings tidings;
    struct buffer lines;
};

// ---- a piece ---------------------------------------------------------------------------------

static rk_pgn_next begin_game(void *data, rk_pgn_place place)
{
    struct checked *checked = data;
    checked->place = place;
    checked->result = (rk_pgn_text){0};
    checked->faulty = false;
    return harvest_begin_game(data, place);
}

static rk_pgn_next note_tag(void *data, rk_pgn_text name, rk_pgn_text value)
{
    struct checked *checked = data;
    if (text_is(name, "Result"))
        checked->result = value;
    return RK_PGN_ON;
}

static rk_pgn_next count_move(void *data, const rk_position *before, rk_move move, rk_pgn_text san)
{
    struct checked *checked = data;
    (void)before, (void)move, (void)san;
    checked->moves += !checked->harvest.depth;
    return RK_PGN_ON;
}

static rk_pgn_next note_error(void *data, const rk_pgn_error *error)
{
    struct checked *checked = data;
    checked->faulty = true;
    return harvest_error(data, error);
}

/* The line the Result tag stands on: asked only when it is wrong. */
static uint64_t line_of_result(const struct checked *checked)
{
    const char *at = checked->piece->text + (checked->place.offset - checked->piece->start.offset);
    uint64_t line = checked->place.line;
    for (; at < checked->result.at; at++)
        line += *at == '\r' || (*at == '\n' && at[-1] != '\r');
    return line;
}

static rk_pgn_next compare_results(void *data, const rk_position *last, rk_pgn_text result)
{
    struct checked *checked = data;
    (void)last;
    const rk_pgn_text tag = checked->result;
    if (checked->faulty || !result.size || !tag.size)
        return RK_PGN_ON;
    if (tag.size == result.size && !memcmp(tag.at, result.at, tag.size))
        return RK_PGN_ON;
    rk_pgn_error error = {.token = tag};
    error.place.line = line_of_result(checked);
    snprintf(error.fault.text, sizeof error.fault.text,
             "the Result tag says this, but the moves end with %.*s", (int)result.size, result.at);
    harvest_fault(&checked->harvest, &error);
    return RK_PGN_ON;
}

static void check_piece(const struct piece *piece, void *result, const void *data)
{
    struct checked *checked = result;
    (void)data;
    const rk_pgn_visitor visitor = {.data = checked,
                                    .validate = true,
                                    .begin_game = begin_game,
                                    .tag = note_tag,
                                    .move = count_move,
                                    .begin_variation = harvest_begin_variation,
                                    .end_variation = harvest_end_variation,
                                    .end_game = compare_results,
                                    .error = note_error};
    harvest_begin(&checked->harvest);
    checked->piece = piece;
    checked->moves = 0;
    harvest_read(&checked->harvest, piece, &visitor);
}

// ---- all of them -----------------------------------------------------------------------------

static bool add_piece(const struct piece *piece, void *result, void *data)
{
    const struct checked *checked = result;
    struct check *check = data;
    buffer_rewind(&check->lines);
    tidings_add(&check->tidings, piece, &checked->harvest, &check->lines);
    check->tidings.moves += checked->moves;
    output_write(check->call->output, check->lines.bytes, check->lines.size);
    return !check->tidings.failed && !output_problem(check->call->output);
}

static bool write_sum(void *data)
{
    const struct check *check = data;
    char line[128];
    const int size =
        snprintf(line, sizeof line, "games %" PRIu64 " moves %" PRIu64 " errors %" PRIu64 "\n",
                 check->tidings.games, check->tidings.moves, check->tidings.faults);
    output_write(check->call->output, line, (size_t)size);
    return !check->tidings.failed && !check->lines.failed;
}

int pgn_check(struct pgn_call *call)
{
    struct check check = {.call = call};
    const struct pool_job job = {.data = &check,
                                 .result_size = sizeof(struct checked),
                                 .work = check_piece,
                                 .finish = add_piece,
                                 .release = harvest_free};
    int status;
    if (!pgn_options(call, NULL, 0, &status))
        return status;
    status = pgn_run(call, &job, write_sum);
    buffer_fini(&check.lines);
    return tidings_status(&check.tidings, status);
}
