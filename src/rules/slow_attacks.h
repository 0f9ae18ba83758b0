/* SPDX-License-Identifier: MIT */
/* A slow and simple attack generator. It fills the lookup tables at build time, and the
 * tests compare the fast lookups with it. */
#ifndef RULES_SLOW_ATTACKS_H
#define RULES_SLOW_ATTACKS_H

#include <stdint.h>

#include "rules/bits.h"

struct step {
    int8_t file, rank;
};

/* Walks from a square in each direction until the edge, the first piece, or `reach`
 * steps. Kinds differ only in their data. */
static inline uint64_t slow_attacks(int from, uint64_t occupied, const struct step *steps,
                                    int steps_count, int reach)
{
    uint64_t attacked = 0;
    for (int i = 0; i < steps_count; i++) {
        int file = from & 7, rank = from >> 3;
        for (int left = reach; left > 0; left--) {
            file += steps[i].file;
            rank += steps[i].rank;
            if ((file | rank) & ~7) // off the board
                break;
            const uint64_t here = bit(rank << 3 | file);
            attacked |= here;
            if (occupied & here)
                break;
        }
    }
    return attacked;
}

static inline uint64_t slow_straight_attacks(int from, uint64_t occupied, int reach)
{
    static const struct step steps[] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
    return slow_attacks(from, occupied, steps, 4, reach);
}

static inline uint64_t slow_diagonal_attacks(int from, uint64_t occupied, int reach)
{
    static const struct step steps[] = {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}};
    return slow_attacks(from, occupied, steps, 4, reach);
}

static inline uint64_t slow_leap_attacks(int from)
{
    static const struct step steps[] = {{1, 2},   {2, 1},   {2, -1}, {1, -2},
                                        {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
    return slow_attacks(from, 0, steps, 8, 1);
}

static inline uint64_t slow_step_attacks(int from)
{
    return slow_straight_attacks(from, 0, 1) | slow_diagonal_attacks(from, 0, 1);
}

#endif
