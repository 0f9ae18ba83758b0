/* SPDX-License-Identifier: MIT */
#include "rookery/record.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/fault.h"
#include "rookery/fen.h"
#include "rookery/moves.h"

enum {
    VERSION = 1,
    HAS_START = 0x40, /* flags beside the variant */
    HAS_TIMES = 0x80,
    VARIANT_MASK = 0x3f,
    STATUS_MASK = 0x3f, /* below the winner */
    WINNER_SHIFT = 6,
    ESCAPE = 250, /* places from here on take two bytes */
    CHECKSUM_SIZE = 4,
    HEADER_SIZE = 3,
    VARINT_MAX = 5 /* bytes of 32 bits, seven each */
};
_Static_assert(RK_VARIANT_COUNT <= VARIANT_MASK + 1, "a variant fits beside its flags");
_Static_assert(RK_STATUS_COUNT <= STATUS_MASK + 1, "a status fits below the winner");
_Static_assert(ESCAPE + (RK_MOVES_MAX - ESCAPE) / 256 <= 255, "every place fits in two bytes");

// A record is short: no table is worth its place in the cache.
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

static bool is_usual_start(const rk_position *start)
{
    const rk_position usual = rk_position_start((rk_variant)start->variant);
    return !memcmp(&usual, start, sizeof usual);
}

// ---- writing ---------------------------------------------------------------------------------

struct sink {
    uint8_t *at;
};

static void put(struct sink *sink, unsigned byte)
{
    *sink->at++ = (uint8_t)byte;
}

static void put_varint(struct sink *sink, uint32_t value)
{
    for (; value >= 0x80; value >>= 7)
        put(sink, (value & 0x7f) | 0x80);
    put(sink, value);
}

static void put_start(struct sink *sink, const rk_position *start)
{
    char fen[RK_FEN_MAX];
    const size_t size = rk_fen_write(start, RK_FEN_PLAIN, fen);
    put_varint(sink, (uint32_t)size);
    memcpy(sink->at, fen, size);
    sink->at += size;
}

/* How many legal moves are smaller words. */
static unsigned place_of(const rk_position *pos, rk_move move)
{
    rk_move moves[RK_MOVES_MAX];
    const size_t count = rk_moves_list(pos, moves);
    unsigned place = 0;
    for (size_t i = 0; i < count; i++)
        place += moves[i] < move;
    return place;
}

static void put_moves(struct sink *sink, const rk_record *record)
{
    rk_position pos = record->start;
    for (size_t i = 0; i < record->count; i++) {
        assert(rk_moves_legal(&pos, record->moves[i]));
        const unsigned place = place_of(&pos, record->moves[i]);
        put(sink, place < ESCAPE ? place : ESCAPE + (place - ESCAPE) / 256);
        if (place >= ESCAPE)
            put(sink, (place - ESCAPE) % 256);
        rk_undo undo;
        rk_position_apply(&pos, record->moves[i], &undo);
    }
}

static void put_record(struct sink *sink, const rk_record *record)
{
    const bool usual = is_usual_start(&record->start);
    const bool timed = record->times && record->count;
    put(sink, VERSION);
    put(sink, record->start.variant | (usual ? 0U : HAS_START) | (timed ? HAS_TIMES : 0U));
    put(sink, (unsigned)record->status | (unsigned)record->winner << WINNER_SHIFT);
    if (!usual)
        put_start(sink, &record->start);
    put_varint(sink, (uint32_t)record->count);
    put_moves(sink, record);
    for (size_t i = 0; timed && i < record->count; i++)
        put_varint(sink, record->times[i]);
}

rk_err rk_record_encode(const rk_record *record, uint8_t **out, size_t *out_size)
{
    const size_t for_move = 2 + (record->times ? VARINT_MAX : 0);
    if (record->count > UINT32_MAX / (2 + VARINT_MAX))
        return RK_NO_MEMORY;
    uint8_t *bytes = malloc(HEADER_SIZE + VARINT_MAX + RK_FEN_MAX + VARINT_MAX +
                            record->count * for_move + CHECKSUM_SIZE);
    if (!bytes)
        return RK_NO_MEMORY;
    struct sink sink = {bytes};
    put_record(&sink, record);
    const uint32_t crc = crc32(bytes, (size_t)(sink.at - bytes));
    for (int shift = 0; shift < 32; shift += 8)
        put(&sink, crc >> shift & 0xff);
    *out_size = (size_t)(sink.at - bytes);
    uint8_t *fitted = realloc(bytes, *out_size);
    *out = fitted ? fitted : bytes;
    return RK_OK;
}

// ---- reading ---------------------------------------------------------------------------------

struct source {
    const uint8_t *start, *at, *end;
    rk_fault *fault;
};

static rk_err fail(const struct source *in, const char *words)
{
    return fault_set(in->fault, RK_BAD_RECORD, (size_t)(in->at - in->start), words);
}

static size_t left(const struct source *in)
{
    return (size_t)(in->end - in->at);
}

/* Only the shortest form of a number is one, so that a game has one form. */
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

static bool has_sum(const uint8_t *bytes, size_t size)
{
    const uint8_t *sum = bytes + size - CHECKSUM_SIZE;
    const uint32_t crc = crc32(bytes, size - CHECKSUM_SIZE);
    for (int i = 0; i < CHECKSUM_SIZE; i++)
        if (sum[i] != (crc >> 8 * i & 0xff))
            return false;
    return true;
}

/* A game that goes on has no winner, and a draw none either. */
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
    if (!get_varint(in, &size) || size > left(in))
        return fail(in, "the start position is cut off");
    const char *text = (const char *)in->at;
    if (rk_fen_parse(text, size, variant, RK_FEN_PLAIN, out, NULL) || is_usual_start(out) ||
        rk_fen_write(out, RK_FEN_PLAIN, fen) != size || memcmp(fen, text, size) != 0)
        return fail(in, "the start position cannot be read");
    in->at += size;
    return RK_OK;
}

static int compare_words(const void *a, const void *b)
{
    return *(const rk_move *)a - *(const rk_move *)b;
}

static rk_err get_move(struct source *in, const rk_position *pos, rk_move *out)
{
    rk_move moves[RK_MOVES_MAX];
    const size_t count = rk_moves_list(pos, moves);
    const uint8_t *at = in->at;
    if (at == in->end)
        return fail(in, "the moves are cut off");
    size_t place = *at++;
    if (place >= ESCAPE) {
        if (at == in->end)
            return fail(in, "the moves are cut off");
        place = ESCAPE + (place - ESCAPE) * 256 + *at++;
    }
    if (place >= count)
        return fail(in, "there is no such move in this position");
    qsort(moves, count, sizeof *moves, compare_words);
    *out = moves[place];
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
            return fail(in, "the times are cut off");
    return RK_OK;
}

static rk_err reserve(rk_record *record, bool timed)
{
    record->moves = calloc(record->count ? record->count : 1, sizeof *record->moves);
    record->times = timed ? calloc(record->count, sizeof *record->times) : NULL;
    return record->moves && (record->times || !timed) ? RK_OK : RK_NO_MEMORY;
}

/* On failure what was reserved is the caller's to end. */
static rk_err get_record(struct source *in, rk_record *record)
{
    const unsigned version = in->at[0], flags = in->at[1], result = in->at[2];
    if (version != VERSION)
        return fail(in, "this version of a record is not known");
    in->at++;
    if ((flags & VARIANT_MASK) >= RK_VARIANT_COUNT)
        return fail(in, "this variant is not known");
    in->at++;
    if (!is_possible_end(result & STATUS_MASK, result >> WINNER_SHIFT))
        return fail(in, "a game does not end like this");
    in->at++;
    record->status = (rk_status)(result & STATUS_MASK);
    record->winner = (rk_winner)(result >> WINNER_SHIFT);
    const rk_variant variant = (rk_variant)(flags & VARIANT_MASK);
    rk_err err = get_start(in, variant, flags & HAS_START, &record->start);
    if (err)
        return err;
    // Each move takes a byte: a count that cannot be true costs no memory.
    uint32_t count;
    const bool timed = flags & HAS_TIMES;
    if (!get_varint(in, &count) || count > left(in) || (timed && !count))
        return fail(in, "the number of moves cannot be right");
    record->count = count;
    err = reserve(record, timed);
    if (!err)
        err = get_moves(in, record);
    if (!err && timed)
        err = get_times(in, record);
    if (!err && in->at != in->end)
        err = fail(in, "something follows the game");
    return err;
}

rk_err rk_record_decode(const uint8_t *bytes, size_t size, rk_record *out, rk_fault *fault)
{
    struct source in = {bytes, bytes, bytes + size, fault};
    if (size < HEADER_SIZE + CHECKSUM_SIZE)
        return fail(&in, "this is too short for a record");
    if (!has_sum(bytes, size))
        return fail(&in, "the checksum is wrong");
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

static uint32_t as_time(int64_t milliseconds)
{
    return milliseconds > UINT32_MAX ? UINT32_MAX : (uint32_t)milliseconds;
}

rk_err rk_record_from_game(const rk_game *game, rk_record *out)
{
    rk_record record = {.start = *rk_game_start(game),
                        .status = rk_game_status(game),
                        .winner = rk_game_winner(game),
                        .count = count_moves(game)};
    const bool timed = rk_game_clock(game)->rule.kind != RK_CLOCK_NONE && record.count;
    const rk_err err = reserve(&record, timed);
    if (err) {
        rk_record_fini(&record);
        return err;
    }
    for (size_t i = 0, ply = 0; i < rk_game_length(game); i++) {
        const rk_action *action = rk_game_action(game, i);
        if (action->kind != RK_ACT_MOVE)
            continue;
        if (timed)
            record.times[ply] = as_time(rk_game_time_taken(game, i));
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
