/* SPDX-License-Identifier: MIT */
#include "rookery/record.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/fault.h"
#include "game/move_index.h"
#include "rookery/fen.h"
#include "rookery/moves.h"

enum {
    VERSION = 1,
    HAS_START = 0x40, /* flags in the byte of the variant */
    HAS_TIMES = 0x80,
    VARIANT_MASK = 0x3f,
    STATUS_MASK = 0x3f, /* the winner is in the bits above */
    WINNER_SHIFT = 6,
    ESCAPE = 250, /* an index from here on takes two bytes */
    CHECKSUM_SIZE = 4,
    HEADER_SIZE = 3,
    VARINT_MAX = 5 /* bytes that a 32-bit number takes */
};
_Static_assert(RK_VARIANT_COUNT <= VARIANT_MASK + 1, "a variant fits below its flags");
_Static_assert(RK_STATUS_COUNT <= STATUS_MASK + 1, "a status fits below the winner");
_Static_assert(ESCAPE + (RK_MOVES_MAX - ESCAPE) / 256 <= 255, "every index fits in two bytes");

// Without a table: a record is short, and a table would fill the cache.
static uint32_t crc32(const uint8_t *bytes, size_t size)
{
    uint32_t crc = UINT32_MAX;
    for (size_t i = 0; i < size; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? UINT32_C(0xedb88320) : 0);
    }
    return ~crc;
}

static bool is_default_start(const rk_position *start)
{
    const rk_position default_start = rk_position_start((rk_variant)start->variant);
    return !memcmp(&default_start, start, sizeof default_start);
}

// ---- writing ---------------------------------------------------------------------------------

static void put_byte(struct buffer *out, unsigned byte)
{
    buffer_put(out, (char)byte);
}

static void put_start(struct buffer *out, const rk_position *start)
{
    char fen[RK_FEN_MAX];
    const size_t size = rk_fen_write(start, RK_FEN_PLAIN, fen);
    buffer_varint(out, size);
    buffer_add(out, fen, size);
}

static void put_moves(struct buffer *out, const rk_record *record)
{
    rk_position pos = record->start;
    for (size_t i = 0; i < record->count; i++) {
        assert(rk_moves_legal(&pos, record->moves[i]));
        const unsigned index = move_index_of(&pos, record->moves[i]);
        put_byte(out, index < ESCAPE ? index : ESCAPE + (index - ESCAPE) / 256);
        if (index >= ESCAPE)
            put_byte(out, (index - ESCAPE) % 256);
        rk_undo undo;
        rk_position_apply(&pos, record->moves[i], &undo);
    }
}

static void put_record(struct buffer *out, const rk_record *record)
{
    const bool is_default = is_default_start(&record->start);
    const bool timed = record->times && record->count;
    put_byte(out, VERSION);
    put_byte(out, record->start.variant | (is_default ? 0U : HAS_START) | (timed ? HAS_TIMES : 0U));
    put_byte(out, (unsigned)record->status | (unsigned)record->winner << WINNER_SHIFT);
    if (!is_default)
        put_start(out, &record->start);
    buffer_varint(out, record->count);
    put_moves(out, record);
    for (size_t i = 0; timed && i < record->count; i++)
        buffer_varint(out, record->times[i]);
}

rk_err rk_record_encode(const rk_record *record, uint8_t **out, size_t *out_size)
{
    if (record->count > UINT32_MAX / (2 + VARINT_MAX))
        return RK_NO_MEMORY;
    struct buffer buffer = {0};
    put_record(&buffer, record);
    const uint32_t crc = crc32((const uint8_t *)buffer.bytes, buffer.size);
    for (int shift = 0; shift < 32; shift += 8)
        put_byte(&buffer, crc >> shift & 0xff);
    if (buffer.failed) {
        buffer_fini(&buffer);
        return RK_NO_MEMORY;
    }
    uint8_t *fitted = realloc(buffer.bytes, buffer.size);
    *out = fitted ? fitted : (uint8_t *)buffer.bytes;
    *out_size = buffer.size;
    return RK_OK;
}

// ---- reading ---------------------------------------------------------------------------------

struct source {
    const uint8_t *start, *at, *end;
    rk_fault *fault;
};

static rk_err fail_record(const struct source *in, const char *message)
{
    return fault_set(in->fault, RK_BAD_RECORD, (size_t)(in->at - in->start), message);
}

static size_t bytes_left(const struct source *in)
{
    return (size_t)(in->end - in->at);
}

/* Accepts only the shortest encoding of a number, so that each game has one encoding. */
static bool get_varint(struct source *in, uint32_t *out)
{
    uint64_t value = 0;
    for (int i = 0; i < VARINT_MAX && i < in->end - in->at; i++) {
        const uint8_t byte = in->at[i];
        value |= (uint64_t)(byte & 0x7f) << 7 * i;
        if (byte & 0x80)
            continue;
        if ((i && !byte) || value > UINT32_MAX)
            return false;
        in->at += i + 1;
        *out = (uint32_t)value;
        return true;
    }
    return false;
}

static bool is_checksum_right(const uint8_t *bytes, size_t size)
{
    const uint8_t *sum = bytes + size - CHECKSUM_SIZE;
    const uint32_t crc = crc32(bytes, size - CHECKSUM_SIZE);
    for (int i = 0; i < CHECKSUM_SIZE; i++)
        if (sum[i] != (crc >> 8 * i & 0xff))
            return false;
    return true;
}

/* A draw and a game in progress have no winner. */
static bool is_possible_end(unsigned status, unsigned winner)
{
    if (status >= RK_STATUS_COUNT || winner > RK_NOBODY_WINS)
        return false;
    const bool wins = status == RK_WON_BY_CHECKMATE || status == RK_RESIGNED ||
                      status == RK_TIMED_OUT || status == RK_FORFEITED;
    const bool open = status == RK_ADJUDICATED || status == RK_VARIANT_END;
    return open || wins == (winner != RK_NOBODY_WINS);
}

static rk_err get_start(struct source *in, rk_variant variant, bool given, rk_position *out)
{
    char fen[RK_FEN_MAX];
    uint32_t size;
    *out = rk_position_start(variant);
    if (!given)
        return RK_OK;
    if (!get_varint(in, &size) || size > bytes_left(in))
        return fail_record(in, "the start position is truncated");
    const char *text = (const char *)in->at;
    if (rk_fen_parse(text, size, variant, RK_FEN_PLAIN, out, NULL) || is_default_start(out) ||
        rk_fen_write(out, RK_FEN_PLAIN, fen) != size || memcmp(fen, text, size) != 0)
        return fail_record(in, "invalid start position");
    in->at += size;
    return RK_OK;
}

static rk_err get_move(struct source *in, const rk_position *pos, rk_move *out)
{
    const uint8_t *at = in->at;
    if (at == in->end)
        return fail_record(in, "the moves are truncated");
    size_t index = *at++;
    if (index >= ESCAPE) {
        if (at == in->end)
            return fail_record(in, "the moves are truncated");
        index = ESCAPE + (index - ESCAPE) * 256 + *at++;
    }
    const rk_move move = move_index_find(pos, index);
    if (move == RK_NO_MOVE)
        return fail_record(in, "there is no such move in this position");
    *out = move;
    in->at = at;
    return RK_OK;
}

static rk_err get_moves(struct source *in, rk_record *record)
{
    rk_position pos = record->start;
    for (size_t i = 0; i < record->count; i++) {
        const rk_err err = get_move(in, &pos, &record->moves[i]);
        if (err)
            return err;
        rk_undo undo;
        rk_position_apply(&pos, record->moves[i], &undo);
    }
    return RK_OK;
}

static rk_err get_times(struct source *in, rk_record *record)
{
    for (size_t i = 0; i < record->count; i++)
        if (!get_varint(in, &record->times[i]))
            return fail_record(in, "the times are truncated");
    return RK_OK;
}

static rk_err allocate_arrays(rk_record *record, bool timed)
{
    record->moves = calloc(record->count ? record->count : 1, sizeof *record->moves);
    record->times = timed ? calloc(record->count, sizeof *record->times) : NULL;
    return record->moves && (record->times || !timed) ? RK_OK : RK_NO_MEMORY;
}

/* On failure the caller frees the record. */
static rk_err get_record(struct source *in, rk_record *record)
{
    const unsigned version = in->at[0], flags = in->at[1], result = in->at[2];
    if (version != VERSION)
        return fail_record(in, "unknown record version");
    in->at++;
    if ((flags & VARIANT_MASK) >= RK_VARIANT_COUNT)
        return fail_record(in, "unknown variant");
    in->at++;
    if (!is_possible_end(result & STATUS_MASK, result >> WINNER_SHIFT))
        return fail_record(in, "impossible status and winner");
    in->at++;
    record->status = (rk_status)(result & STATUS_MASK);
    record->winner = (rk_winner)(result >> WINNER_SHIFT);
    const rk_variant variant = (rk_variant)(flags & VARIANT_MASK);
    rk_err err = get_start(in, variant, flags & HAS_START, &record->start);
    if (err)
        return err;
    // Each move takes at least a byte: reject an impossible count before allocating.
    uint32_t count;
    const bool timed = flags & HAS_TIMES;
    if (!get_varint(in, &count) || count > bytes_left(in) || (timed && !count))
        return fail_record(in, "invalid number of moves");
    record->count = count;
    err = allocate_arrays(record, timed);
    if (!err)
        err = get_moves(in, record);
    if (!err && timed)
        err = get_times(in, record);
    if (!err && in->at != in->end)
        err = fail_record(in, "unexpected bytes after the game");
    return err;
}

rk_err rk_record_decode(const uint8_t *bytes, size_t size, rk_record *out, rk_fault *fault)
{
    struct source in = {bytes, bytes, bytes + size, fault};
    if (size < HEADER_SIZE + CHECKSUM_SIZE)
        return fail_record(&in, "too short for a record");
    if (!is_checksum_right(bytes, size))
        return fail_record(&in, "the checksum is wrong");
    in.end -= CHECKSUM_SIZE;
    rk_record record = {.moves = NULL, .times = NULL};
    const rk_err err = get_record(&in, &record);
    if (err)
        rk_record_fini(&record);
    else
        *out = record;
    return err;
}

// ---- from a game -----------------------------------------------------------------------------

static size_t count_moves(const rk_game *game)
{
    size_t moves = 0;
    for (size_t i = 0; i < rk_game_length(game); i++)
        moves += rk_game_action(game, i)->kind == RK_ACT_MOVE;
    return moves;
}

static uint32_t clamp_time(int64_t milliseconds)
{
    return milliseconds > UINT32_MAX ? UINT32_MAX : (uint32_t)milliseconds;
}

rk_err rk_record_from_game(const rk_game *game, rk_record *out)
{
    rk_record record = {.start = *rk_game_start(game),
                        .status = rk_game_status(game),
                        .winner = rk_game_winner(game),
                        .count = count_moves(game)};
    const bool timed = rk_game_clock(game)->control.kind != RK_CLOCK_NONE && record.count;
    const rk_err err = allocate_arrays(&record, timed);
    if (err) {
        rk_record_fini(&record);
        return err;
    }
    for (size_t i = 0, ply = 0; i < rk_game_length(game); i++) {
        const rk_action *action = rk_game_action(game, i);
        if (action->kind != RK_ACT_MOVE)
            continue;
        if (timed)
            record.times[ply] = clamp_time(rk_game_time_taken(game, i));
        record.moves[ply++] = action->move;
    }
    *out = record;
    return RK_OK;
}

void rk_record_fini(rk_record *record)
{
    free(record->moves);
    free(record->times);
    record->moves = NULL;
    record->times = NULL;
}
