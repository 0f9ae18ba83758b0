/* SPDX-License-Identifier: MIT */
#include "openings/table.h"

#include <string.h>

#include "rules/bits.h"

enum { PIECES_MAX = 32 };

uint64_t opening_key(const rk_position *pos)
{
    if (pos->en_passant == RK_NO_SQUARE)
        return pos->key;
    rk_position without = *pos;
    without.en_passant = RK_NO_SQUARE;
    return rk_position_key(&without);
}

static unsigned pack_castling(uint64_t rooks)
{
    static const int corners[] = {0, 7, 56, 63};
    unsigned set = 0;
    for (unsigned i = 0; i < sizeof corners / sizeof *corners; i++)
        set |= (unsigned)(rooks >> corners[i] & 1) << i;
    return set;
}

bool opening_entry_pack(const rk_position *pos, struct opening_entry *out)
{
    const uint64_t corners = UINT64_C(0x8100000000000081);
    const uint64_t occupied = pos->by[RK_WHITE] | pos->by[RK_BLACK];
    if (pos->variant != RK_STANDARD || popcount(occupied) > PIECES_MAX || pos->castling & ~corners)
        return false;
    *out = (struct opening_entry){
        .occupied = occupied, .turn = pos->turn, .castling = (uint8_t)pack_castling(pos->castling)};
    unsigned i = 0;
    for (uint64_t set = occupied; set; set = without_lsb(set), i++) {
        const rk_piece piece = rk_position_at(pos, (rk_square)lsb(set));
        out->pieces[i / 2] |= (uint8_t)((piece.kind | piece.side << 3) << 4 * (i % 2));
    }
    return true;
}

static bool is_same_position(const struct opening_entry *a, const struct opening_entry *b)
{
    return a->occupied == b->occupied && a->turn == b->turn && a->castling == b->castling &&
           !memcmp(a->pieces, b->pieces, sizeof a->pieces);
}

/* The first entry whose key is not less. */
static size_t find_key(const struct opening_table *table, uint64_t key)
{
    size_t first = 0, count = table->count;
    while (count) {
        const size_t half = count / 2;
        const bool is_less = table->keys[first + half] < key;
        first += is_less ? half + 1 : 0;
        count = is_less ? count - half - 1 : half;
    }
    return first;
}

static bool may_have_key(const struct opening_table *table, uint64_t key)
{
    const size_t bit = opening_filter_bit(key);
    return !table->filter || table->filter[bit / 64] >> bit % 64 & 1;
}

bool opening_table_find(const struct opening_table *table, const rk_position *pos, rk_opening *out)
{
    const uint64_t key = opening_key(pos);
    struct opening_entry packed;
    if (!may_have_key(table, key))
        return false;
    size_t i = find_key(table, key);
    if (i == table->count || table->keys[i] != key || !opening_entry_pack(pos, &packed))
        return false;
    for (; i < table->count && table->keys[i] == key; i++)
        if (is_same_position(&table->entries[i], &packed)) {
            out->eco = table->texts + table->entries[i].text_start;
            out->name = out->eco + OPENING_ECO_SIZE;
            return true;
        }
    return false;
}
