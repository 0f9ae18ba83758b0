/* SPDX-License-Identifier: MIT */
#include "syzygy/table.h"

#include <stdlib.h>
#include <string.h>

#include "rules/bits.h"

enum {
    MAGIC_SIZE = 4,
    IS_SPLIT = 1, /* file flags: a table for each side to move */
    HAS_PAWNS = 2,
    SECOND_TO_MOVE = 1, /* DTZ flags: for the second side to move */
    IS_MAPPED = 2,      /* values are indexes into a map */
    WINS_IN_PLIES = 4,  /* otherwise in moves */
    LOSSES_IN_PLIES = 8,
    IS_WIDE = 16, /* map entries have two bytes */
    MAP_COUNT = 4,
    DATA_ALIGNMENT = 64,
    CHECKSUM_SIZE = 16,
    SIDE_BIT = 8 /* of a piece */
};

/* The table of one side to move and one file of the leading pawn. */
struct part {
    struct piece_groups groups;
    struct compressed data;
    const unsigned char *map[MAP_COUNT]; /* of a DTZ table, by result */
    uint16_t map_size[MAP_COUNT];
};

struct table {
    struct signature signature;
    enum table_type type;
    unsigned sides, files;
    struct part parts[2][FILES];
};

// ---- parsing ---------------------------------------------------------------------------------

/* What is wrong with the header; NULL if nothing is. */
static const char *read_header(struct cursor *cursor, const struct table *table)
{
    static const unsigned char magic[TABLE_TYPES][MAGIC_SIZE] = {
        [TABLE_WDL] = {0x71, 0xe8, 0x23, 0x5d}, [TABLE_DTZ] = {0xd7, 0x66, 0x0c, 0xa5}};
    const unsigned char *magic_read = cursor_skip(cursor, MAGIC_SIZE);
    const unsigned flags = cursor_byte(cursor);
    if (cursor->failed || memcmp(magic_read, magic[table->type], MAGIC_SIZE) != 0)
        return table->type == TABLE_WDL ? "not a WDL table" : "not a DTZ table";
    if (!(flags & IS_SPLIT) != table->signature.is_symmetric ||
        !(flags & HAS_PAWNS) != !table->signature.has_pawns)
        return "the table of other pieces than its name says";
    if (cursor->size % DATA_ALIGNMENT != CHECKSUM_SIZE)
        return "truncated: its size is not that of a whole table";
    return NULL;
}

/* The low nibble is for the first side to move, the high one for the second. */
static uint8_t nibble(uint8_t byte, unsigned side)
{
    return side ? byte >> 4 : byte & 15;
}

static bool read_groups(struct cursor *cursor, const struct index_tables *tables,
                        struct table *table)
{
    for (unsigned file = 0; file < table->files; file++) {
        const uint8_t first = cursor_byte(cursor);
        const uint8_t second = table->signature.pawns[1] ? cursor_byte(cursor) : 0xff;
        const unsigned char *pieces = cursor_skip(cursor, table->signature.piece_count);
        for (unsigned side = 0; side < table->sides && !cursor->failed; side++) {
            struct piece_groups *groups = &table->parts[side][file].groups;
            const uint8_t order[2] = {nibble(first, side), nibble(second, side)};
            for (size_t i = 0; i < table->signature.piece_count; i++)
                groups->piece[i] = nibble(pieces[i], side);
            if (!piece_groups_init(tables, &table->signature, file, order, groups))
                return false;
        }
    }
    cursor_align(cursor, 2);
    return !cursor->failed;
}

static bool read_descriptions(struct cursor *cursor, struct table *table)
{
    for (unsigned file = 0; file < table->files; file++)
        for (unsigned side = 0; side < table->sides; side++) {
            struct part *part = &table->parts[side][file];
            if (!decompress_init(cursor, part->groups.size, &part->data))
                return false;
        }
    return true;
}

static void read_maps(struct cursor *cursor, struct table *table)
{
    for (unsigned file = 0; file < table->files; file++) {
        struct part *part = &table->parts[0][file];
        const bool wide = part->data.flags & IS_WIDE;
        if (!(part->data.flags & IS_MAPPED))
            continue;
        if (wide)
            cursor_align(cursor, 2);
        for (size_t i = 0; i < MAP_COUNT; i++) {
            part->map_size[i] = wide ? cursor_word(cursor) : cursor_byte(cursor);
            part->map[i] = cursor_skip(cursor, (wide ? 2ULL : 1ULL) * part->map_size[i]);
        }
    }
    cursor_align(cursor, 2);
}

/* The file has all indexes first, then all block lengths, then all blocks. */
static bool read_data(struct cursor *cursor, struct table *table)
{
    enum { INDEXES, BLOCK_LENGTHS, BLOCKS, PASSES };
    for (int pass = 0; pass < PASSES; pass++)
        for (unsigned file = 0; file < table->files; file++)
            for (unsigned side = 0; side < table->sides; side++) {
                struct compressed *data = &table->parts[side][file].data;
                if (pass == INDEXES) {
                    data->index = cursor_skip(cursor, 6 * data->index_count);
                } else if (pass == BLOCK_LENGTHS) {
                    data->block_lengths = cursor_skip(cursor, 2ULL * data->block_length_count);
                } else {
                    cursor_align(cursor, DATA_ALIGNMENT);
                    data->blocks =
                        cursor_skip(cursor, (uint64_t)data->block_count << data->block_bits);
                }
            }
    return !cursor->failed;
}

/* Returns what is wrong; NULL if nothing is. */
static const char *parse_table(struct table *table, const struct index_tables *tables,
                               const struct signature *signature, enum table_type type,
                               struct cursor *cursor)
{
    table->signature = *signature;
    table->type = type;
    table->sides = type == TABLE_WDL && !signature->is_symmetric ? 2 : 1;
    table->files = signature->has_pawns ? FILES : 1;
    const char *problem = read_header(cursor, table);
    if (problem)
        return problem;
    if (!read_groups(cursor, tables, table) || !read_descriptions(cursor, table))
        return "corrupt: the description of the data makes no sense";
    if (type == TABLE_DTZ)
        read_maps(cursor, table);
    return read_data(cursor, table) ? NULL : "truncated: the data ends too early";
}

struct table *table_create(const struct index_tables *tables, const struct signature *signature,
                           enum table_type type, const unsigned char *bytes, size_t size,
                           const char **problem)
{
    struct table *table = calloc(1, sizeof *table);
    const char *found = table ? NULL : rk_err_text(RK_NO_MEMORY);
    if (table)
        found = parse_table(table, tables, signature, type,
                            &(struct cursor){.bytes = bytes, .size = size});
    if (!found)
        return table;
    if (problem)
        *problem = found;
    table_destroy(table);
    return NULL;
}

void table_destroy(struct table *table)
{
    for (unsigned side = 0; table && side < 2; side++)
        for (unsigned file = 0; file < FILES; file++)
            decompress_fini(&table->parts[side][file].data);
    free(table);
}

// ---- probing ---------------------------------------------------------------------------------

/* Whether White is the second side of the table. Then colours and ranks are mirrored. */
static bool is_mirrored(const struct signature *signature, const rk_position *pos)
{
    if (signature->is_symmetric)
        return pos->turn == RK_BLACK;
    for (int kind = RK_PAWN; kind < RK_KING; kind++)
        if (popcount(pos->of[kind] & pos->by[RK_WHITE]) != signature->of[0][kind])
            return true;
    return false;
}

static size_t add_pieces(const rk_position *pos, uint64_t set, bool mirrored, size_t at,
                         struct piece_list *pieces)
{
    for (; set && at < PIECES_MAX; set = without_lsb(set), at++) {
        const rk_piece piece = rk_position_at(pos, (rk_square)lsb(set));
        const bool second = (piece.side == RK_BLACK) != mirrored;
        pieces->piece[at] = (uint8_t)((unsigned)piece.kind + 1 + (second ? SIDE_BIT : 0));
        pieces->square[at] = (uint8_t)(lsb(set) ^ (mirrored ? 56 : 0));
    }
    return at;
}

/* Converts a value of a DTZ table into plies. */
static bool read_dtz(const struct part *part, int wdl, unsigned value, int *out)
{
    static const uint8_t map_for[] = {1, 3, 0, 2, 0}; // from a loss to a win
    const unsigned flags = part->data.flags;
    if (flags & IS_MAPPED) {
        const size_t map = map_for[wdl + 2];
        if (value >= part->map_size[map])
            return false;
        const unsigned char *at = part->map[map] + (flags & IS_WIDE ? (size_t)2 : 1) * value;
        value = flags & IS_WIDE ? at[0] | (unsigned)at[1] << 8 : at[0];
    }
    const bool in_plies =
        (wdl == RK_WIN && flags & WINS_IN_PLIES) || (wdl == RK_LOSS && flags & LOSSES_IN_PLIES);
    *out = (int)(in_plies ? value : 2 * value) + 1;
    return true;
}

enum table_result table_probe(const struct index_tables *tables, const struct table *table,
                              const rk_position *pos, int wdl, int *out)
{
    const struct signature *signature = &table->signature;
    const bool mirrored = is_mirrored(signature, pos);
    const unsigned mover = (pos->turn == RK_BLACK) != mirrored;
    const rk_side leader = (signature->leader == 1) != mirrored ? RK_BLACK : RK_WHITE;
    const uint64_t lead = signature->has_pawns ? pos->of[RK_PAWN] & pos->by[leader] : 0;
    struct piece_list pieces;
    size_t at = add_pieces(pos, lead, mirrored, 0, &pieces);
    const unsigned file = at ? index_lead_pawn(tables, pieces.square, at) : 0;
    at = add_pieces(pos, (pos->by[0] | pos->by[1]) & ~lead, mirrored, at, &pieces);
    const struct part *part = &table->parts[table->sides == 2 ? mover : 0][file];
    if (table->type == TABLE_DTZ && (part->data.flags & SECOND_TO_MOVE) != mover &&
        !(signature->is_symmetric && !signature->has_pawns))
        return TABLE_OTHER_SIDE;
    unsigned value;
    const uint64_t index = index_position(tables, signature, &part->groups, &pieces);
    if (at != signature->piece_count || !decompress_value(&part->data, index, &value))
        return TABLE_CORRUPT;
    if (table->type == TABLE_DTZ)
        return read_dtz(part, wdl, value, out) ? TABLE_FOUND : TABLE_CORRUPT;
    *out = (int)value - 2;
    return value <= 4 ? TABLE_FOUND : TABLE_CORRUPT;
}
