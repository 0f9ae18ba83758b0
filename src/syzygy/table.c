/* SPDX-License-Identifier: MIT */
#include "syzygy/table.h"

#include <stdlib.h>
#include <string.h>

#include "rules/bits.h"

enum {
    MAGIC_SIZE = 4,
    IS_SPLIT = 1, /* of the file: a table for each side to move */
    HAS_PAWNS = 2,
    SECOND_TO_MOVE = 1, /* of distances: which side to move they are for */
    IS_MAPPED = 2,      /* values are numbers of values in a list */
    WINS_IN_PLIES = 4,  /* else in moves */
    LOSSES_IN_PLIES = 8,
    IS_WIDE = 16, /* the list has two bytes each */
    LIST_COUNT = 4,
    DATA_UNIT = 64,
    CHECKSUM_SIZE = 16,
    SIDE_BIT = 8 /* of a man */
};

/* The table of one side to move and one file of the leading pawn. */
struct part {
    struct grouping grouping;
    struct pairs pairs;
    const unsigned char *list[LIST_COUNT]; /* of distances, by result */
    uint16_t list_size[LIST_COUNT];
};

struct endtable {
    struct ending ending;
    enum endtable_sort sort;
    unsigned sides, files;
    struct part parts[2][FILES];
};

// ---- reading a file --------------------------------------------------------------------------

static bool read_head(struct cursor *cursor, const struct endtable *table)
{
    static const unsigned char magic[SORT_COUNT][MAGIC_SIZE] = {
        [RESULTS] = {0x71, 0xe8, 0x23, 0x5d}, [DISTANCES] = {0xd7, 0x66, 0x0c, 0xa5}};
    const unsigned char *said = cursor_skip(cursor, MAGIC_SIZE);
    const unsigned flags = cursor_byte(cursor);
    return !cursor->failed && cursor->size % DATA_UNIT == CHECKSUM_SIZE &&
           !memcmp(said, magic[table->sort], MAGIC_SIZE) &&
           !(flags & IS_SPLIT) == table->ending.is_symmetric &&
           !(flags & HAS_PAWNS) == !table->ending.has_pawns;
}

/* Low halves of bytes are for the first side to move, high ones for the second. */
static uint8_t half(uint8_t byte, unsigned side)
{
    return side ? byte >> 4 : byte & 15;
}

static bool read_groups(struct cursor *cursor, const struct numbering *numbering,
                        struct endtable *table)
{
    for (unsigned file = 0; file < table->files; file++) {
        const uint8_t first = cursor_byte(cursor);
        const uint8_t second = table->ending.pawns[1] ? cursor_byte(cursor) : 0xff;
        const unsigned char *men = cursor_skip(cursor, table->ending.men);
        for (unsigned side = 0; side < table->sides && !cursor->failed; side++) {
            struct grouping *grouping = &table->parts[side][file].grouping;
            const uint8_t order[2] = {half(first, side), half(second, side)};
            for (size_t i = 0; i < table->ending.men; i++)
                grouping->man[i] = half(men[i], side);
            if (!grouping_make(numbering, &table->ending, file, order, grouping))
                return false;
        }
    }
    cursor_align(cursor, 2);
    return !cursor->failed;
}

static bool read_pairs(struct cursor *cursor, struct endtable *table)
{
    for (unsigned file = 0; file < table->files; file++)
        for (unsigned side = 0; side < table->sides; side++) {
            struct part *part = &table->parts[side][file];
            if (!pairs_read(cursor, part->grouping.size, &part->pairs))
                return false;
        }
    return true;
}

static void read_lists(struct cursor *cursor, struct endtable *table)
{
    for (unsigned file = 0; file < table->files; file++) {
        struct part *part = &table->parts[0][file];
        const bool wide = part->pairs.flags & IS_WIDE;
        if (!(part->pairs.flags & IS_MAPPED))
            continue;
        if (wide)
            cursor_align(cursor, 2);
        for (size_t i = 0; i < LIST_COUNT; i++) {
            part->list_size[i] = wide ? cursor_word(cursor) : cursor_byte(cursor);
            part->list[i] = cursor_skip(cursor, (wide ? 2ULL : 1ULL) * part->list_size[i]);
        }
    }
    cursor_align(cursor, 2);
}

/* Places of the rows' indexes, then of their blocks' lengths, then of the blocks. */
static bool read_rows(struct cursor *cursor, struct endtable *table)
{
    enum { INDEXES, COUNTS, BLOCKS, PASSES };
    for (int pass = 0; pass < PASSES; pass++)
        for (unsigned file = 0; file < table->files; file++)
            for (unsigned side = 0; side < table->sides; side++) {
                struct pairs *pairs = &table->parts[side][file].pairs;
                if (pass == INDEXES) {
                    pairs->index = cursor_skip(cursor, 6 * pairs->index_count);
                } else if (pass == COUNTS) {
                    pairs->counts = cursor_skip(cursor, 2ULL * pairs->length_count);
                } else {
                    cursor_align(cursor, DATA_UNIT);
                    pairs->blocks =
                        cursor_skip(cursor, (uint64_t)pairs->block_count << pairs->block_bits);
                }
            }
    return !cursor->failed;
}

struct endtable *endtable_create(const struct numbering *numbering, const struct ending *ending,
                                 enum endtable_sort sort, const unsigned char *bytes, size_t size)
{
    struct endtable *table = calloc(1, sizeof *table);
    struct cursor cursor = {.bytes = bytes, .size = size};
    if (!table)
        return NULL;
    table->ending = *ending;
    table->sort = sort;
    table->sides = sort == RESULTS && !ending->is_symmetric ? 2 : 1;
    table->files = ending->has_pawns ? FILES : 1;
    bool good = read_head(&cursor, table) && read_groups(&cursor, numbering, table) &&
                read_pairs(&cursor, table);
    if (good && sort == DISTANCES)
        read_lists(&cursor, table);
    if (good && read_rows(&cursor, table))
        return table;
    endtable_destroy(table);
    return NULL;
}

void endtable_destroy(struct endtable *table)
{
    for (unsigned side = 0; table && side < 2; side++)
        for (unsigned file = 0; file < FILES; file++)
            pairs_fini(&table->parts[side][file].pairs);
    free(table);
}

// ---- asking it -------------------------------------------------------------------------------

/* Which of the table's sides White is: the colours of men and the ranks of squares are exchanged
 * where it is not the first. */
static bool is_turned(const struct ending *ending, const rk_position *pos)
{
    if (ending->is_symmetric)
        return pos->turn == RK_BLACK;
    for (int kind = RK_PAWN; kind < RK_KING; kind++)
        if (count(pos->of[kind] & pos->by[RK_WHITE]) != ending->of[0][kind])
            return true;
    return false;
}

static size_t add_men(const rk_position *pos, uint64_t set, bool turned, size_t at, struct men *men)
{
    for (; set && at < MEN_MAX; set = rest(set), at++) {
        const rk_piece piece = rk_position_at(pos, (rk_square)first(set));
        const bool second = (piece.side == RK_BLACK) != turned;
        men->man[at] = (uint8_t)((unsigned)piece.kind + 1 + (second ? SIDE_BIT : 0));
        men->square[at] = (uint8_t)(first(set) ^ (turned ? 56 : 0));
    }
    return at;
}

/* What a value of a table of distances means, in plies. */
static bool read_distance(const struct part *part, int result, unsigned value, int *out)
{
    static const uint8_t list_of[] = {1, 3, 0, 2, 0}; // by result, from a loss to a win
    const unsigned flags = part->pairs.flags;
    if (flags & IS_MAPPED) {
        const size_t list = list_of[result + 2];
        if (value >= part->list_size[list])
            return false;
        const unsigned char *at = part->list[list] + (flags & IS_WIDE ? (size_t)2 : 1) * value;
        value = flags & IS_WIDE ? at[0] | (unsigned)at[1] << 8 : at[0];
    }
    const bool in_plies = (result == RK_WIN && flags & WINS_IN_PLIES) ||
                          (result == RK_LOSS && flags & LOSSES_IN_PLIES);
    *out = (int)(in_plies ? value : 2 * value) + 1;
    return true;
}

enum endtable_answer endtable_probe(const struct numbering *numbering, const struct endtable *table,
                                    const rk_position *pos, int result, int *out)
{
    const struct ending *ending = &table->ending;
    const bool turned = is_turned(ending, pos);
    const unsigned mover = (pos->turn == RK_BLACK) != turned;
    const rk_side leader = (ending->leader == 1) != turned ? RK_BLACK : RK_WHITE;
    const uint64_t lead = ending->has_pawns ? pos->of[RK_PAWN] & pos->by[leader] : 0;
    struct men men;
    size_t at = add_men(pos, lead, turned, 0, &men);
    const unsigned file = at ? numbering_lead(numbering, men.square, at) : 0;
    at = add_men(pos, (pos->by[0] | pos->by[1]) & ~lead, turned, at, &men);
    const struct part *part = &table->parts[table->sides == 2 ? mover : 0][file];
    if (table->sort == DISTANCES && (part->pairs.flags & SECOND_TO_MOVE) != mover &&
        !(ending->is_symmetric && !ending->has_pawns))
        return OTHER_TURN;
    unsigned value;
    const uint64_t index = numbering_index(numbering, ending, &part->grouping, &men);
    if (at != ending->men || !pairs_value(&part->pairs, index, &value))
        return DAMAGED;
    if (table->sort == DISTANCES)
        return read_distance(part, result, value, out) ? ANSWERED : DAMAGED;
    *out = (int)value - 2;
    return value <= 4 ? ANSWERED : DAMAGED;
}
