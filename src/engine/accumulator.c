/* SPDX-License-Identifier: MIT */
#include "engine/accumulator.h"

#include <string.h>

#include "rules/bits.h"

enum {
    SIDE_INPUTS = NETWORK_INPUTS / 2,
    NEAR = 8 /* bits by which two positions differ after one or two moves */
};

// ---- inputs ------------------------------------------------------------------------------------

/* A piece on a square as White sees it: side, kind, square. */
typedef uint16_t input;

struct changes {
    input added[32], removed[32];
    unsigned added_count, removed_count;
};

static void copy_boards(const rk_position *pos, uint64_t *boards)
{
    memcpy(boards, pos->of, 6 * sizeof *boards);
    memcpy(boards + 6, pos->by, 2 * sizeof *boards);
}

static unsigned list_inputs(uint64_t set, unsigned base, input *out, unsigned count)
{
    for (; set; set = without_lsb(set))
        out[count++] = (input)(base + (unsigned)lsb(set));
    return count;
}

static void find_changes(const uint64_t *before, const uint64_t *after, struct changes *changes)
{
    changes->added_count = changes->removed_count = 0;
    for (unsigned side = 0; side < 2; side++)
        for (unsigned kind = RK_PAWN; kind <= RK_KING; kind++) {
            const uint64_t old = before[kind] & before[6 + side];
            const uint64_t new = after[kind] & after[6 + side];
            const unsigned base = side * SIDE_INPUTS + kind * 64;
            changes->added_count =
                list_inputs(new & ~old, base, changes->added, changes->added_count);
            changes->removed_count =
                list_inputs(old & ~new, base, changes->removed, changes->removed_count);
        }
}

/* Black sees the board from the other end, with the sides exchanged. A side whose king is on files
 * e to h sees it mirrored. */
static const int16_t *weights_of(const struct rk_network *network, input seen_by_white,
                                 unsigned side, bool mirrored)
{
    unsigned seen = seen_by_white;
    if (side == RK_BLACK)
        seen = (seen < SIDE_INPUTS ? seen + SIDE_INPUTS : seen - SIDE_INPUTS) ^ 56;
    return network->features + (size_t)(mirrored ? seen ^ 7 : seen) * network->hidden;
}

static void list_rows(const struct rk_network *network, const struct changes *changes,
                      unsigned side, bool mirrored, struct kernel_rows *rows)
{
    rows->added_count = changes->added_count;
    rows->removed_count = changes->removed_count;
    for (unsigned i = 0; i < changes->added_count; i++)
        rows->added[i] = weights_of(network, changes->added[i], side, mirrored);
    for (unsigned i = 0; i < changes->removed_count; i++)
        rows->removed[i] = weights_of(network, changes->removed[i], side, mirrored);
}

// ---- sums --------------------------------------------------------------------------------------

struct context {
    const struct rk_network *network;
    const struct kernel *kernel;
};

static void update_side(const struct context *context, struct accumulator *to, unsigned side,
                        const int16_t *from, const struct changes *changes)
{
    struct kernel_rows rows;
    list_rows(context->network, changes, side, to->mirrored[side], &rows);
    context->kernel->update(to->sums[side], from, &rows, context->network->hidden);
}

static void add_all(const struct context *context, struct accumulator *to, unsigned side)
{
    static const uint64_t empty[BITBOARD_COUNT];
    struct changes all;
    find_changes(empty, to->boards, &all);
    update_side(context, to, side, context->network->bias, &all);
}

/* Fills in the sums of `to`, whose boards and sides are set. */
static void update_from(const struct context *context, struct accumulator *to,
                        const struct accumulator *from)
{
    struct changes changes;
    find_changes(from->boards, to->boards, &changes);
    for (unsigned side = 0; side < 2; side++)
        if (from->mirrored[side] == to->mirrored[side] && from->boards[RK_KING])
            update_side(context, to, side, from->sums[side], &changes);
        else
            add_all(context, to, side);
}

static int evaluate_output(const struct context *context, const struct accumulator *accumulator,
                           const rk_position *pos)
{
    const struct rk_network *const network = context->network;
    const unsigned pieces = (unsigned)popcount(pos->by[RK_WHITE] | pos->by[RK_BLACK]);
    const unsigned bucket = (pieces - 2) * network->buckets / 32;
    const int16_t *const weights = network->output + (size_t)2 * network->hidden * bucket;
    const int64_t sum =
        (int64_t)context->kernel->output(accumulator->sums[pos->turn], weights, network->hidden) +
        context->kernel->output(accumulator->sums[!pos->turn], weights + network->hidden,
                                network->hidden);
    return (int)((sum / NETWORK_ONE + network->output_bias[bucket]) * network->scale /
                 ((int64_t)NETWORK_ONE * NETWORK_OUTPUT_ONE));
}

static void set_boards(struct accumulator *accumulator, const rk_position *pos)
{
    copy_boards(pos, accumulator->boards);
    for (unsigned side = 0; side < 2; side++)
        accumulator->mirrored[side] = lsb(pos->of[RK_KING] & pos->by[side]) & 4;
}

// ---- the cache ---------------------------------------------------------------------------------

void accumulators_init(struct accumulators *accumulators, const struct rk_network *network,
                       const struct kernel *kernel)
{
    accumulators->network = network;
    accumulators->kernel = kernel;
    accumulators->last = 0;
    for (unsigned i = 0; i < ACCUMULATOR_COUNT; i++) {
        struct accumulator *const entry = &accumulators->entries[i];
        memset(entry->boards, 0, sizeof entry->boards);
        memset(entry->mirrored, 0, sizeof entry->mirrored);
    }
}

static unsigned count_differences(const uint64_t *a, const uint64_t *b)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < BITBOARD_COUNT; i++)
        sum += (unsigned)popcount(a[i] ^ b[i]);
    return sum;
}

/* The entry with the most similar position. The positions of a search follow each other closely, so
 * the last one is often near enough. */
static struct accumulator *find_nearest(struct accumulators *accumulators, const uint64_t *boards,
                                        unsigned *least)
{
    struct accumulator *nearest = &accumulators->entries[accumulators->last];
    *least = count_differences(nearest->boards, boards);
    for (unsigned i = 1; i < ACCUMULATOR_COUNT; i++) {
        if (*least <= NEAR)
            break;
        struct accumulator *const entry =
            &accumulators->entries[(accumulators->last - i) % ACCUMULATOR_COUNT];
        const unsigned found = count_differences(entry->boards, boards);
        if (found < *least) {
            *least = found;
            nearest = entry;
        }
    }
    return nearest;
}

int accumulators_evaluate(struct accumulators *accumulators, const rk_position *pos)
{
    const struct context context = {accumulators->network, accumulators->kernel};
    uint64_t boards[BITBOARD_COUNT];
    unsigned least;
    copy_boards(pos, boards);
    struct accumulator *entry = find_nearest(accumulators, boards, &least);
    if (least) {
        const struct accumulator *const nearest = entry;
        const unsigned next = (accumulators->last + 1) % ACCUMULATOR_COUNT;
        entry = &accumulators->entries[next];
        if (entry == nearest)
            entry = &accumulators->entries[(next + 1) % ACCUMULATOR_COUNT];
        set_boards(entry, pos);
        update_from(&context, entry, nearest);
    }
    accumulators->last = (unsigned)(entry - accumulators->entries);
    return evaluate_output(&context, entry, pos);
}

int network_evaluate(const struct rk_network *network, const struct kernel *kernel,
                     const rk_position *pos)
{
    const struct context context = {network, kernel};
    struct accumulator fresh;
    set_boards(&fresh, pos);
    add_all(&context, &fresh, RK_WHITE);
    add_all(&context, &fresh, RK_BLACK);
    return evaluate_output(&context, &fresh, pos);
}
