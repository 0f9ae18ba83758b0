/* SPDX-License-Identifier: MIT */
/* rookery pgn check: every game read, every move played. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cmd/command.h"
#include "cmd/pgn.h"
#include "cmd/pgnharvest.h"

static const char BYTE_ORDER_MARK[] = "\xef\xbb\xbf";

/* What belongs to no game. */
struct strays {
    uint64_t lines;
    struct pgn_fault first;
};

struct checked {
    struct harvest harvest;
    uint64_t moves; /* of the main lines */
    struct strays strays;
    bool has_text; /* asked only where there is no game */
    const struct piece *piece;
    rk_pgn_place place; /* of the game at hand */
    rk_pgn_text result; /* what its tag says */
    bool faulty;        /* the game at hand */
};

struct check {
    struct pgn_call *call;
    struct tidings tidings;
    const char *file;     /* at hand; NULL: none yet */
    struct strays strays; /* in it */
    bool has_text;        /* it has */
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

// Files that were put together have the mark of UTF-8 where one of them began.
static rk_pgn_next note_stray(void *data, rk_pgn_place place, rk_pgn_text text)
{
    struct strays *strays = &((struct checked *)data)->strays;
    if (text_is(text, BYTE_ORDER_MARK))
        return RK_PGN_ON;
    if (!strays->lines++)
        strays->first = pgn_fault_of(place.line, text, "this belongs to no game");
    return RK_PGN_ON;
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

static bool has_text(const struct piece *piece)
{
    const size_t mark = strlen(BYTE_ORDER_MARK);
    size_t at = piece->size >= mark && !memcmp(piece->text, BYTE_ORDER_MARK, mark) ? mark : 0;
    while (at < piece->size && (unsigned char)piece->text[at] <= ' ')
        at++;
    return at < piece->size;
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
                                    .error = note_error,
                                    .stray = note_stray};
    harvest_begin(&checked->harvest);
    checked->piece = piece;
    checked->moves = 0;
    checked->strays.lines = 0;
    harvest_read(&checked->harvest, piece, &visitor);
    checked->has_text = !checked->harvest.games && has_text(piece);
}

// ---- all of them -----------------------------------------------------------------------------

/* What can be said of a file once all of it is read. */
static void end_file(struct check *check)
{
    const struct strays *strays = &check->strays;
    char line[RK_FAULT_TEXT_MAX + 160] = "";
    if (!check->file)
        return;
    if (!check->tidings.file_games && check->has_text) {
        snprintf(line, sizeof line, ": there is no game in it\n");
        check->tidings.faults++;
    } else if (strays->lines > 1) {
        snprintf(line, sizeof line, ":%" PRIu64 ": %s, and %" PRIu64 " more such\n",
                 strays->first.line, strays->first.text, strays->lines - 1);
    } else if (strays->lines) {
        snprintf(line, sizeof line, ":%" PRIu64 ": %s\n", strays->first.line, strays->first.text);
    }
    buffer_text(&check->lines, *line ? check->file : "");
    buffer_text(&check->lines, line);
}

static void begin_file(struct check *check, const char *name)
{
    end_file(check);
    check->file = name;
    check->strays.lines = 0;
    check->has_text = false;
}

static void add_strays(struct strays *strays, const struct strays *more)
{
    if (!strays->lines)
        strays->first = more->first;
    strays->lines += more->lines;
}

static bool add_piece(const struct piece *piece, void *result, void *data)
{
    const struct checked *checked = result;
    struct check *check = data;
    buffer_rewind(&check->lines);
    if (piece->file_begins)
        begin_file(check, piece->name);
    add_strays(&check->strays, &checked->strays);
    check->has_text |= checked->has_text;
    tidings_add(&check->tidings, piece, &checked->harvest, &check->lines);
    check->tidings.moves += checked->moves;
    output_write(check->call->output, check->lines.bytes, check->lines.size);
    return !check->tidings.failed && !output_problem(check->call->output);
}

static bool write_sum(void *data)
{
    struct check *check = data;
    char line[128];
    buffer_rewind(&check->lines);
    end_file(check);
    output_write(check->call->output, check->lines.bytes, check->lines.size);
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
