/* SPDX-License-Identifier: MIT */
#include "pgntools/check.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/printable.h"
#include "notation/pgnscan.h"
#include "pgntools/game_tags.h"
#include "rookery/outcome.h"

/* Lines between games that are not part of any game. */
struct stray_text {
    uint64_t lines;
    struct game_error first;
};

struct check_result {
    struct chunk_result base;
    uint64_t moves; /* of the main lines */
    struct stray_text stray;
    bool has_only_text; /* text, but no game */
    const struct chunk *chunk;
    /* The current game: */
    rk_pgn_place place;
    rk_pgn_text result_tag, last_move; /* last_move: of the main line */
    bool has_error;
};

struct check {
    struct run run;
    /* The current file: */
    const char *file; /* NULL: none yet */
    struct stray_text stray;
    bool has_text, is_utf16;
    struct buffer lines;
};

// ---- a chunk ---------------------------------------------------------------------------------

static rk_pgn_next begin_game(void *data, rk_pgn_place place)
{
    struct check_result *result = data;
    result->place = place;
    result->result_tag = result->last_move = (rk_pgn_text){0};
    result->has_error = false;
    return chunk_result_begin_game(data, place);
}

static rk_pgn_next set_tag(void *data, rk_pgn_text name, rk_pgn_text value)
{
    struct check_result *result = data;
    if (pgn_text_equals(name, "Result"))
        result->result_tag = value;
    return RK_PGN_CONTINUE;
}

static rk_pgn_next count_move(void *data, const rk_position *before, rk_move move, rk_pgn_text san)
{
    struct check_result *result = data;
    (void)before, (void)move;
    if (!result->base.variation_depth) {
        result->moves++;
        result->last_move = san;
    }
    return RK_PGN_CONTINUE;
}

static rk_pgn_next add_error(void *data, const rk_pgn_error *error)
{
    struct check_result *result = data;
    result->has_error = true;
    return chunk_result_error(data, error);
}

// Concatenated files have a byte order mark in the middle.
static rk_pgn_next add_stray_line(void *data, rk_pgn_place place, rk_pgn_text text)
{
    struct stray_text *stray = &((struct check_result *)data)->stray;
    if (pgn_text_equals(text, CHUNK_BYTE_ORDER_MARK))
        return RK_PGN_CONTINUE;
    if (!stray->lines++)
        stray->first = game_error_make(place.line, text,
                                       scan_is_long_tag(text) ? PGN_LONG_TAG_TEXT
                                                              : "stray text between games");
    return RK_PGN_CONTINUE;
}

/* Finds the line of a text in the current game; needed only if something is wrong there. */
static uint64_t find_line(const struct check_result *result, const char *place)
{
    const char *at = result->chunk->text + (result->place.offset - result->chunk->start.offset);
    uint64_t line = result->place.line;
    for (; at < place; at++)
        line += *at == '\r' || (*at == '\n' && at[-1] != '\r');
    return line;
}

static void add_result_error(struct check_result *result, rk_pgn_text token, const char *text)
{
    rk_pgn_error error = {.token = token, .place = {.line = find_line(result, token.at)}};
    snprintf(error.fault.text, sizeof error.fault.text, "%s", text);
    chunk_result_add_error(&result->base, &error);
}

/* The result that the position on the board gives; UNDECIDED if it does not end the game. Games
 * that were played on after seventy-five quiet moves are common, so that is no contradiction. */
static enum game_result result_on_board(rk_outcome outcome)
{
    if (outcome.end == RK_NOT_OVER || outcome.end == RK_SEVENTY_FIVE_MOVES)
        return UNDECIDED;
    return outcome.winner == RK_WHITE_WINS   ? WHITE_WON
           : outcome.winner == RK_BLACK_WINS ? BLACK_WON
                                             : DRAWN;
}

/* Reports a result that contradicts the final position, such as a mate. */
static void compare_with_board(struct check_result *result, const rk_position *last,
                               rk_pgn_text text, rk_pgn_text tag)
{
    static const char *const names[] = {"1-0", "0-1", "1/2-1/2"};
    const bool by_tag = game_result_parse(text) == UNDECIDED;
    const enum game_result given = game_result_parse(by_tag ? tag : text);
    const rk_outcome outcome = rk_position_outcome(last);
    const enum game_result expected = result_on_board(outcome);
    if (given == UNDECIDED || expected == UNDECIDED || given == expected)
        return;
    char message[RK_FAULT_TEXT_MAX];
    snprintf(message, sizeof message, "%s, so the result is %s, but %s %s",
             rk_end_text(outcome.end), names[expected],
             by_tag ? "the Result tag says" : "the moves end with", names[given]);
    const rk_pgn_text start = {
        result->chunk->text + (result->place.offset - result->chunk->start.offset), 1};
    const rk_pgn_text token = result->last_move.size    ? result->last_move
                              : result->result_tag.size ? result->result_tag
                                                        : start;
    add_result_error(result, token, message);
}

static rk_pgn_next compare_results(void *data, const rk_position *last, rk_pgn_text text)
{
    struct check_result *result = data;
    const rk_pgn_text tag = game_result_canonical(result->result_tag);
    if (result->has_error)
        return RK_PGN_CONTINUE;
    if (text.size && tag.size &&
        (tag.size != text.size || memcmp(tag.at, text.at, tag.size) != 0)) {
        char message[RK_FAULT_TEXT_MAX];
        snprintf(message, sizeof message, "the Result tag says this, but the moves end with %.*s",
                 (int)text.size, text.at);
        add_result_error(result, result->result_tag, message);
    }
    if (last)
        compare_with_board(result, last, text, tag);
    return RK_PGN_CONTINUE;
}

static void check_chunk(const struct chunk *chunk, void *data, const void *check)
{
    struct check_result *result = data;
    (void)check;
    const rk_pgn_visitor visitor = {.data = result,
                                    .validate = true,
                                    .begin_game = begin_game,
                                    .tag = set_tag,
                                    .move = count_move,
                                    .begin_variation = chunk_result_begin_variation,
                                    .end_variation = chunk_result_end_variation,
                                    .end_game = compare_results,
                                    .error = add_error,
                                    .warning = chunk_result_warning,
                                    .stray = add_stray_line};
    chunk_result_reset(&result->base);
    result->chunk = chunk;
    result->moves = 0;
    result->stray.lines = 0;
    chunk_result_read(&result->base, chunk, &visitor);
    result->has_only_text = !result->base.games && chunk_has_text(chunk);
}

// ---- all chunks ------------------------------------------------------------------------------

/* Reports what is known only after the whole file was read. */
static void end_file(struct check *check)
{
    const struct stray_text *stray = &check->stray;
    char line[RK_FAULT_TEXT_MAX + 200] = "";
    if (!check->file)
        return;
    if (!check->run.totals.file_games && check->has_text) {
        snprintf(line, sizeof line, ": %s\n", check->is_utf16 ? RUN_UTF16_TEXT : RUN_NO_GAME_TEXT);
        check->run.totals.errors++;
    } else if (stray->lines > 1) {
        snprintf(line, sizeof line, ":%" PRIu64 ": %s (%" PRIu64 " more)\n", stray->first.line,
                 stray->first.text, stray->lines - 1);
    } else if (stray->lines) {
        snprintf(line, sizeof line, ":%" PRIu64 ": %s\n", stray->first.line, stray->first.text);
    }
    if (*line)
        printable_append(&check->lines, check->file, strlen(check->file));
    buffer_text(&check->lines, line);
}

static void begin_file(struct check *check, const struct chunk *first)
{
    end_file(check);
    check->file = first->file;
    check->is_utf16 = chunk_is_utf16(first);
    check->stray.lines = 0;
    check->has_text = false;
}

static void add_stray_text(struct stray_text *stray, const struct stray_text *more)
{
    if (!stray->lines)
        stray->first = more->first;
    stray->lines += more->lines;
}

static bool collect_chunk(const struct chunk *chunk, void *data, void *context)
{
    const struct check_result *result = data;
    struct check *check = context;
    struct totals *totals = &check->run.totals;
    buffer_rewind(&check->lines);
    if (chunk->is_first)
        begin_file(check, chunk);
    add_stray_text(&check->stray, &result->stray);
    check->has_text |= result->has_only_text;
    totals_add(totals, chunk, &result->base, &check->lines);
    totals->moves += result->moves;
    output_write(check->run.output, check->lines.bytes, check->lines.size);
    return run_can_continue(&check->run);
}

static bool write_totals(void *data)
{
    struct check *check = data;
    const struct totals *totals = &check->run.totals;
    char line[128];
    buffer_rewind(&check->lines);
    end_file(check);
    output_write(check->run.output, check->lines.bytes, check->lines.size);
    const int size =
        snprintf(line, sizeof line, "games %" PRIu64 " moves %" PRIu64 " errors %" PRIu64 "\n",
                 totals->games, totals->moves, totals->errors);
    output_write(check->run.output, line, (size_t)size);
    return !check->lines.failed;
}

enum run_status check_games(const struct run_options *options)
{
    struct check check = {.run = {.options = options}};
    const struct pool_job job = {.data = &check,
                                 .result_size = sizeof(struct check_result),
                                 .process = check_chunk,
                                 .collect = collect_chunk,
                                 .free_result = chunk_result_fini};
    const enum run_status status = run_with_output(&check.run, &job, write_totals);
    buffer_fini(&check.lines);
    return status;
}
