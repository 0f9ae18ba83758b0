/* SPDX-License-Identifier: MIT */
#include "explorer/position_index.h"

#include "rookery/moves.h"

static uint64_t check_bits(uint64_t key, uint32_t bucket_bits)
{
    return key << bucket_bits >> (64 - 8 * CHECK_SIZE);
}

// ---- writing ---------------------------------------------------------------------------------

static void append_statistics(struct buffer *out, const struct statistics *statistics)
{
    struct buffer encoded = {.bytes = NULL};
    statistics_encode(statistics, &encoded);
    out->failed = out->failed || encoded.failed;
    buffer_varint(out, encoded.size);
    buffer_add(out, encoded.bytes, encoded.size);
    buffer_fini(&encoded);
}

void position_index_append(struct buffer *out, struct buffer *scratch, uint64_t key,
                           uint32_t bucket_bits, const struct statistics *statistics,
                           const struct buffer *ranges)
{
    const struct game_range *range = (const void *)ranges->bytes;
    uint8_t check[CHECK_SIZE];
    uint32_t last = 0;
    buffer_clear(scratch);
    if (statistics)
        append_statistics(scratch, statistics);
    for (size_t i = 0; i < ranges->size / sizeof *range; i++, range++) {
        buffer_varint(scratch, range->first - last);
        buffer_varint(scratch, range->count);
        buffer_varint(scratch, range->ply);
        last = range->first;
    }
    store_number(check, CHECK_SIZE, check_bits(key, bucket_bits));
    buffer_add(out, check, CHECK_SIZE);
    buffer_varint(out, (uint64_t)scratch->size << 1 | (statistics != NULL));
    buffer_add(out, scratch->bytes, scratch->size);
    out->failed = out->failed || scratch->failed;
}

// ---- finding ---------------------------------------------------------------------------------

bool position_index_replay(const struct database *database, uint32_t game, uint32_t plies,
                           rk_position *out)
{
    struct database_game stored;
    rk_undo undo;
    database_game(database, game, &stored);
    if (plies > stored.plies || !database_start(database, stored.start, out))
        return false;
    for (uint32_t ply = 0; ply < plies; ply++) {
        const rk_move move = database_move(&stored, ply);
        if (!rk_moves_legal(out, move))
            return false;
        rk_position_apply(out, move, &undo);
    }
    return true;
}

bool position_entry_next(const struct database *database, struct position_entry *entry,
                         struct game_range *out)
{
    if (!entry->at || entry->at == entry->end)
        return false;
    const uint64_t first = entry->last_first + load_varint(&entry->at, entry->end);
    const uint64_t count = load_varint(&entry->at, entry->end);
    const uint64_t ply = load_varint(&entry->at, entry->end);
    if (!entry->at || first >= database->header.game_count || !count || count > entry->games_left ||
        count > database->header.game_count - first || ply > database->header.ply_limit) {
        entry->at = NULL;
        return false;
    }
    *out = (struct game_range){(uint32_t)first, (uint32_t)count, (uint32_t)ply};
    entry->last_first = (uint32_t)first;
    entry->games_left -= count;
    return true;
}

static bool is_entry_of(const struct database *database, struct position_entry entry,
                        const rk_position *pos)
{
    struct game_range range;
    rk_position found;
    return position_entry_next(database, &entry, &range) &&
           position_index_replay(database, range.first, range.ply, &found) && found.key == pos->key;
}

static bool locate_bucket(const struct database *database, uint64_t bucket, const uint8_t **at,
                          const uint8_t **end)
{
    const uint8_t *offsets = database->section[SECTION_BUCKETS] + bucket * OFFSET_SIZE;
    const uint64_t first = load_number(offsets, OFFSET_SIZE);
    const uint64_t last = load_number(offsets + OFFSET_SIZE, OFFSET_SIZE);
    if (first > last || last > database->header.sections[SECTION_POSITIONS].size)
        return false;
    *at = database->section[SECTION_POSITIONS] + first;
    *end = database->section[SECTION_POSITIONS] + last;
    return database_verify_bytes(database, *at, last - first);
}

/* An entry before its content is looked at. */
struct raw_entry {
    uint64_t check;
    const uint8_t *begin, *end;
    bool has_statistics;
};

/* Splits off the next entry of a bucket; false at its end, or if the entry exceeds it. */
static bool parse_entry(const uint8_t **at, const uint8_t *end, struct raw_entry *out)
{
    if (end - *at <= CHECK_SIZE)
        return false;
    out->check = load_number(*at, CHECK_SIZE);
    *at += CHECK_SIZE;
    const uint64_t word = load_varint(at, end);
    if (!*at || word >> 1 > (uint64_t)(end - *at)) {
        *at = end;
        return false;
    }
    out->has_statistics = word & 1;
    out->begin = *at;
    out->end = *at += word >> 1;
    return true;
}

static bool read_entry(const struct database *database, const struct raw_entry *raw,
                       struct position_entry *out)
{
    *out = (struct position_entry){
        .at = raw->begin, .end = raw->end, .games_left = database->header.game_count};
    if (!raw->has_statistics)
        return true;
    const uint64_t size = load_varint(&out->at, raw->end);
    if (!out->at || size > (uint64_t)(raw->end - out->at))
        return false;
    out->statistics = out->at;
    out->statistics_end = out->at += size;
    return true;
}

bool position_index_find(const struct database *database, const rk_position *pos,
                         struct position_entry *out)
{
    const uint32_t bits = database->header.bucket_bits;
    const uint64_t wanted = check_bits(pos->key, bits);
    const uint8_t *at, *end;
    struct raw_entry raw;
    if (!locate_bucket(database, position_index_bucket(pos->key, bits), &at, &end))
        return false;
    while (parse_entry(&at, end, &raw))
        if (raw.check == wanted && read_entry(database, &raw, out) &&
            is_entry_of(database, *out, pos))
            return true;
    return false;
}

bool position_scan_next(struct position_scan *scan, struct position_entry *out)
{
    const uint64_t bucket_count = UINT64_C(1) << scan->database->header.bucket_bits;
    struct raw_entry raw;
    for (;;) {
        while (scan->at && parse_entry(&scan->at, scan->end, &raw))
            if (read_entry(scan->database, &raw, out))
                return true;
        if (scan->next_bucket == bucket_count)
            return false;
        if (!locate_bucket(scan->database, scan->next_bucket++, &scan->at, &scan->end))
            scan->at = NULL;
    }
}
