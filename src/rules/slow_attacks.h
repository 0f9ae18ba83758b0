/* SPDX-License-Identifier: MIT */
/* The walk every piece shares. It is slow and plainly right: it fills the
 * tables when the program is built, and the tests hold the fast look-ups
 * against it. */
#ifndef RULES_SLOW_ATTACKS_H
#define RULES_SLOW_ATTACKS_H

#include <stdint.h>

#include "rules/bits.h"

struct step {
    int8_t file, rank;
};

/* From a square, step after step in each direction, until the edge, the first
 * piece, or `reach` steps. A rook and a knight differ in their data only. */
static inline uint64_t walk(int from, uint64_t occupied, const struct step *steps, int steps_count,
                            int reach)
{
    uint64_t seen = 0;
    for (int i = 0; i < steps_count; i++) {
        int file = from & 7, rank = from >> 3;
        for (int left = reach; left > 0; left--) {
            file += steps[i].file;
            rank += steps[i].rank;
            if ((file | rank) & ~7) // off the board
                break;
            const uint64_t here = bit(rank << 3 | file);
            seen |= here;
            if (occupied & here)
                break;
        }
    }
    return seen;
}

static inline uint64_t slow_straight_attacks(int from, uint64_t occupied, int reach)
{
    static const struct step steps[] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
    return walk(from, occupied, steps, 4, reach);
}

static inline uint64_t slow_diagonal_attacks(int from, uint64_t occupied, int reach)
{
    static const struct step steps[] = {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}};
    return walk(from, occupied, steps, 4, reach);
}

static inline uint64_t slow_leap_attacks(int from)
{
    static const struct step steps[] = {{1, 2},   {2, 1},   {2, -1}, {1, -2},
                                        {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
    return walk(from, 0, steps, 8, 1);
}

static inline uint64_t slow_step_attacks(int from)
{
    return slow_straight_attacks(from, 0, 1) | slow_diagonal_attacks(from, 0, 1);
}

#endif
