/* SPDX-License-Identifier: MIT */
/* Builds Polyglot books: counts moves in a hash table and sorts them at the end. */
#include <stdlib.h>
#include <string.h>

#include "book/polyglot.h"
#include "rookery/moves.h"

struct move_stats {
    uint64_t key;
    uint32_t games; /* 0: the slot is empty */
    uint16_t move;
    uint64_t points;
};

struct rk_book_maker {
    struct move_stats *slots;
    size_t count, capacity; /* capacity is a power of two; never full */
};

enum { INITIAL_CAPACITY = 1 << 12 };

rk_err rk_book_maker_create(rk_book_maker **out)
{
    rk_book_maker *maker = calloc(1, sizeof *maker);
    if (!maker)
        return RK_NO_MEMORY;
    maker->capacity = INITIAL_CAPACITY;
    maker->slots = calloc(maker->capacity, sizeof *maker->slots);
    if (!maker->slots) {
        free(maker);
        return RK_NO_MEMORY;
    }
    *out = maker;
    return RK_OK;
}

void rk_book_maker_destroy(rk_book_maker *maker)
{
    if (maker)
        free(maker->slots);
    free(maker);
}

// ---- counting --------------------------------------------------------------------------------

static struct move_stats *find_slot(struct move_stats *slots, size_t capacity, uint64_t key,
                                    uint16_t move)
{
    size_t at = (size_t)((key ^ move) * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (capacity - 1);
    while (slots[at].games && (slots[at].key != key || slots[at].move != move))
        at = (at + 1) & (capacity - 1);
    return &slots[at];
}

static bool reserve_slot(rk_book_maker *maker)
{
    if (maker->count < maker->capacity / 4 * 3)
        return true;
    const size_t capacity = 2 * maker->capacity;
    struct move_stats *slots = calloc(capacity, sizeof *slots);
    if (!slots)
        return false;
    for (size_t i = 0; i < maker->capacity; i++) {
        const struct move_stats *old = &maker->slots[i];
        if (old->games)
            *find_slot(slots, capacity, old->key, old->move) = *old;
    }
    free(maker->slots);
    maker->slots = slots;
    maker->capacity = capacity;
    return true;
}

rk_err rk_book_maker_add_games(rk_book_maker *maker, const rk_position *pos, rk_move move,
                               uint32_t games, uint64_t points)
{
    if (!polyglot_supports(pos))
        return RK_AGAINST_VARIANT;
    if (!games)
        return RK_OK;
    if (!reserve_slot(maker))
        return RK_NO_MEMORY;
    const uint64_t key = rk_book_key(pos);
    const uint16_t word = polyglot_encode_move(move);
    struct move_stats *slot = find_slot(maker->slots, maker->capacity, key, word);
    if (games > UINT32_MAX - slot->games)
        return RK_OK;
    maker->count += !slot->games;
    slot->key = key;
    slot->move = word;
    slot->games += games;
    slot->points += points;
    return RK_OK;
}

rk_err rk_book_maker_add(rk_book_maker *maker, const rk_position *pos, rk_move move,
                         unsigned points)
{
    return rk_book_maker_add_games(maker, pos, move, 1, points);
}

// ---- writing ---------------------------------------------------------------------------------

/* By key; within a position, the move with the most points first. */
static int compare_stats(const void *a, const void *b)
{
    const struct move_stats *one = a, *two = b;
    if (one->key != two->key)
        return one->key < two->key ? -1 : 1;
    if (one->points != two->points)
        return one->points > two->points ? -1 : 1;
    return (int)one->move - (int)two->move;
}

static size_t collect_entries(const rk_book_maker *maker, unsigned min_games,
                              struct move_stats *out)
{
    size_t count = 0;
    for (size_t i = 0; i < maker->capacity; i++) {
        const struct move_stats *slot = &maker->slots[i];
        if (slot->games && slot->games >= min_games && slot->points)
            out[count++] = *slot;
    }
    qsort(out, count, sizeof *out, compare_stats);
    return count;
}

/* Weights have 16 bits. If the heaviest move of a position needs more, all its moves are scaled
 * down, to at least 1. */
static uint16_t scale_weight(uint64_t points, uint64_t heaviest)
{
    if (heaviest <= UINT16_MAX)
        return (uint16_t)points;
    const uint64_t weight = points * UINT16_MAX / heaviest;
    return (uint16_t)(weight ? weight : 1);
}

static void write_entries(const struct move_stats *list, size_t count, unsigned char *out)
{
    uint64_t heaviest = 0;
    for (size_t i = 0; i < count; i++) {
        if (!i || list[i].key != list[i - 1].key)
            heaviest = list[i].points;
        const struct book_entry entry = {.key = list[i].key,
                                         .move = list[i].move,
                                         .weight = scale_weight(list[i].points, heaviest)};
        polyglot_write_entry(&entry, out + i * POLYGLOT_ENTRY_SIZE);
    }
}

rk_err rk_book_maker_write(rk_book_maker *maker, unsigned min_games, unsigned char **out,
                           size_t *out_size)
{
    struct move_stats *list = malloc((maker->count + 1) * sizeof *list);
    if (!list)
        return RK_NO_MEMORY;
    const size_t count = collect_entries(maker, min_games, list);
    unsigned char *bytes = malloc((count + 1) * POLYGLOT_ENTRY_SIZE);
    if (bytes) {
        write_entries(list, count, bytes);
        *out = bytes;
        *out_size = count * POLYGLOT_ENTRY_SIZE;
    }
    free(list);
    return bytes ? RK_OK : RK_NO_MEMORY;
}
