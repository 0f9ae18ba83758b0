/* SPDX-License-Identifier: MIT */
/* Numbers are big-endian; a text is its length in one byte or two, and its bytes.
 *
 *     request:  version kind level lines max_ms:4 seed:8 variant:1+ fen:2+ count:2 move:2...
 *     reply:    version status [kind result]
 *     a move:   move:2 score:4
 *     an evaluation: depth:2 nodes:8 lines:1 [score:4 mate:1 count:1 move:2...]... */
#include "net/think_message.h"

#include <stdlib.h>
#include <string.h>

#include "accounts/identity.h"
#include "rookery/engine.h"
#include "rookery/fen.h"
#include "rookery/moves.h"

enum { VARIANT_NAME_MAX = 32, DEPTH_MAX = 1000 };

// ---- numbers ---------------------------------------------------------------------------------

static void put_number(struct buffer *out, uint64_t number, unsigned bytes)
{
    while (bytes-- > 0)
        buffer_put(out, (char)(number >> 8 * bytes & 0xff));
}

/* The bytes that are not read yet. A reader that has failed reads zeros. */
struct reader {
    const uint8_t *at;
    size_t left;
    bool failed;
};

static const uint8_t *take_bytes(struct reader *reader, size_t size)
{
    if (reader->failed || reader->left < size) {
        reader->failed = true;
        return NULL;
    }
    const uint8_t *bytes = reader->at;
    reader->at += size;
    reader->left -= size;
    return bytes;
}

static uint64_t take_number(struct reader *reader, unsigned bytes)
{
    const uint8_t *at = take_bytes(reader, bytes);
    uint64_t number = 0;
    for (unsigned i = 0; at && i < bytes; i++)
        number = number << 8 | at[i];
    return number;
}

/* A number that must be within a range. */
static uint64_t take_between(struct reader *reader, unsigned bytes, uint64_t min, uint64_t max)
{
    const uint64_t number = take_number(reader, bytes);
    reader->failed |= number < min || number > max;
    return number;
}

/* Centipawns, or moves to a mate. */
static int take_score(struct reader *reader)
{
    const int32_t score = (int32_t)(uint32_t)take_number(reader, 4);
    reader->failed |= score < -RK_MATE || score > RK_MATE;
    return score;
}

static bool is_at_end(const struct reader *reader)
{
    return !reader->failed && !reader->left;
}

// ---- requests: writing -----------------------------------------------------------------------

/* The move that leads from one position to the next; RK_NO_MOVE: there is none. Only squares that
 * change are tried, and castling, where king or rook may stay in Chess960. */
static rk_move find_move(const rk_position *before, const rk_position *after)
{
    uint64_t changed = 0;
    rk_move moves[RK_MOVES_MAX];
    for (unsigned kind = 0; kind < RK_KIND_COUNT; kind++)
        changed |= before->of[kind] ^ after->of[kind];
    const size_t count =
        rk_moves_select(before, changed | before->of[RK_KING], changed | before->castling, moves);
    for (size_t i = 0; i < count; i++) {
        rk_position reached = *before;
        rk_undo undo;
        rk_position_apply(&reached, moves[i], &undo);
        if (rk_position_same(&reached, after) && reached.halfmove_clock == after->halfmove_clock)
            return moves[i];
    }
    return RK_NO_MOVE;
}

static bool put_moves(const struct think_request *request, struct buffer *out)
{
    put_number(out, request->count - 1, 2);
    for (size_t i = 1; i < request->count; i++) {
        const rk_move move = find_move(&request->positions[i - 1], &request->positions[i]);
        if (move == RK_NO_MOVE)
            return false;
        put_number(out, move, 2);
    }
    return true;
}

bool think_request_write(const struct think_request *request, struct buffer *out)
{
    if (!request->count || request->count > THINK_POSITIONS_MAX)
        return false;
    const rk_position *first = &request->positions[0];
    const char *variant = rk_variant_name((rk_variant)first->variant);
    const int64_t max_ms = request->max_ms < THINK_MS_MAX ? request->max_ms : THINK_MS_MAX;
    char fen[RK_FEN_MAX];
    const size_t fen_size = rk_fen_write(first, RK_FEN_SHREDDER, fen);
    put_number(out, THINK_VERSION, 1);
    put_number(out, request->kind, 1);
    put_number(out, request->level, 1);
    put_number(out, request->lines, 1);
    put_number(out, max_ms > 1 ? (uint64_t)max_ms : 1, 4);
    put_number(out, request->seed, 8);
    put_number(out, strlen(variant), 1);
    buffer_text(out, variant);
    put_number(out, fen_size, 2);
    buffer_add(out, fen, fen_size);
    return put_moves(request, out) && !out->failed;
}

// ---- requests: parsing -----------------------------------------------------------------------

static void take_position(struct reader *reader, rk_position *out)
{
    char name[VARIANT_NAME_MAX + 1] = "";
    rk_variant variant;
    const size_t name_size = take_between(reader, 1, 1, VARIANT_NAME_MAX);
    const uint8_t *name_bytes = take_bytes(reader, name_size);
    const size_t fen_size = take_between(reader, 2, 1, RK_FEN_MAX - 1);
    const char *fen = (const char *)take_bytes(reader, fen_size);
    if (reader->failed)
        return;
    memcpy(name, name_bytes, name_size);
    reader->failed = !rk_variant_from_name(name, &variant) ||
                     rk_fen_parse(fen, fen_size, variant, RK_FEN_PLAIN, out, NULL);
}

/* Plays the moves from the first position on. */
static void take_moves(struct reader *reader, rk_position *positions, size_t count)
{
    for (size_t i = 1; i < count && !reader->failed; i++) {
        const rk_move move = (rk_move)take_number(reader, 2);
        rk_undo undo;
        positions[i] = positions[i - 1];
        if (rk_moves_legal(&positions[i], move))
            rk_position_apply(&positions[i], move, &undo);
        else
            reader->failed = true;
    }
}

static void take_positions(struct reader *reader, struct think_request *request)
{
    rk_position first;
    take_position(reader, &first);
    request->count = 1 + take_between(reader, 2, 0, THINK_POSITIONS_MAX - 1);
    if (reader->failed)
        return;
    rk_position *positions = calloc(request->count, sizeof *positions);
    request->positions = positions;
    if (!positions) {
        reader->failed = true;
        return;
    }
    positions[0] = first;
    take_moves(reader, positions, request->count);
}

rk_err think_request_parse(const void *bytes, size_t size, struct think_request *out)
{
    struct reader reader = {.at = bytes, .left = size};
    struct think_request request = {0};
    take_between(&reader, 1, THINK_VERSION, THINK_VERSION);
    request.kind = (enum think_kind)take_between(&reader, 1, 0, THINK_KIND_COUNT - 1);
    const bool is_move = request.kind == THINK_MOVE;
    request.level = (unsigned)take_between(&reader, 1, is_move, is_move ? ENGINE_LEVELS : 0);
    request.lines =
        (unsigned)take_between(&reader, 1, !is_move, is_move ? 0 : EVALUATION_LINES_MAX);
    request.max_ms = (int64_t)take_between(&reader, 4, 1, THINK_MS_MAX);
    request.seed = take_number(&reader, 8);
    take_positions(&reader, &request);
    if (!is_at_end(&reader)) {
        think_request_fini(&request);
        return RK_BAD_RECORD;
    }
    *out = request;
    return RK_OK;
}

void think_request_fini(struct think_request *request)
{
    free((void *)(uintptr_t)request->positions); // allocated by think_request_parse()
    request->positions = NULL;
}

// ---- replies ---------------------------------------------------------------------------------

void think_status_write(enum think_status status, struct buffer *out)
{
    put_number(out, THINK_VERSION, 1);
    put_number(out, status, 1);
}

static enum think_status take_status(struct reader *reader)
{
    take_between(reader, 1, THINK_VERSION, THINK_VERSION);
    return (enum think_status)take_between(reader, 1, 0, THINK_STATUS_COUNT - 1);
}

rk_err think_status_parse(const void *bytes, size_t size, enum think_status *out)
{
    struct reader reader = {.at = bytes, .left = size};
    const enum think_status status = take_status(&reader);
    if (reader.failed || (status != THINK_DONE && reader.left))
        return RK_BAD_RECORD;
    *out = status;
    return RK_OK;
}

static void put_result(enum think_kind kind, struct buffer *out)
{
    think_status_write(THINK_DONE, out);
    put_number(out, kind, 1);
}

static struct reader read_result(const void *bytes, size_t size, enum think_kind kind)
{
    struct reader reader = {.at = bytes, .left = size};
    const enum think_status status = take_status(&reader);
    take_between(&reader, 1, kind, kind);
    reader.failed |= status != THINK_DONE;
    return reader;
}

void think_move_write(const struct move_search *search, struct buffer *out)
{
    put_result(THINK_MOVE, out);
    put_number(out, search->best, 2);
    put_number(out, (uint32_t)search->score, 4);
}

rk_err think_move_parse(const void *bytes, size_t size, struct move_search *search)
{
    struct reader reader = read_result(bytes, size, THINK_MOVE);
    const rk_move best = (rk_move)take_number(&reader, 2);
    const int score = take_score(&reader);
    if (!is_at_end(&reader) || !rk_moves_legal(&search->positions[search->count - 1], best))
        return RK_BAD_RECORD;
    search->best = best;
    search->score = score;
    return RK_OK;
}

// ---- evaluations -----------------------------------------------------------------------------

static void put_line(const struct evaluation_line *line, struct buffer *out)
{
    put_number(out, (uint32_t)line->score, 4);
    put_number(out, line->is_mate, 1);
    put_number(out, line->move_count, 1);
    for (size_t i = 0; i < line->move_count; i++)
        put_number(out, line->moves[i], 2);
}

void think_evaluation_write(const struct evaluation *evaluation, struct buffer *out)
{
    put_result(THINK_EVALUATION, out);
    put_number(out, evaluation->depth, 2);
    put_number(out, evaluation->nodes, 8);
    put_number(out, evaluation->line_count, 1);
    for (size_t i = 0; i < evaluation->line_count; i++)
        put_line(&evaluation->lines[i], out);
}

static void take_line(struct reader *reader, rk_position position, struct evaluation_line *out)
{
    out->score = take_score(reader);
    out->is_mate = take_between(reader, 1, 0, 1);
    out->move_count = take_between(reader, 1, 1, EVALUATION_MOVES_MAX);
    for (size_t i = 0; i < out->move_count && !reader->failed; i++) {
        rk_undo undo;
        out->moves[i] = (rk_move)take_number(reader, 2);
        if (rk_moves_legal(&position, out->moves[i]))
            rk_position_apply(&position, out->moves[i], &undo);
        else
            reader->failed = true;
    }
}

rk_err think_evaluation_parse(const void *bytes, size_t size, struct evaluation *evaluation)
{
    struct reader reader = read_result(bytes, size, THINK_EVALUATION);
    struct evaluation_line lines[EVALUATION_LINES_MAX] = {0};
    const unsigned depth = (unsigned)take_between(&reader, 2, 0, DEPTH_MAX);
    const uint64_t nodes = take_between(&reader, 8, 0, INT64_MAX);
    const size_t count = take_between(&reader, 1, 1, evaluation->lines_wanted);
    for (size_t i = 0; i < count && !reader.failed; i++)
        take_line(&reader, evaluation->position, &lines[i]);
    if (!is_at_end(&reader))
        return RK_BAD_RECORD;
    evaluation->depth = depth;
    evaluation->nodes = nodes;
    evaluation->line_count = count;
    memcpy(evaluation->lines, lines, sizeof lines);
    return RK_OK;
}
