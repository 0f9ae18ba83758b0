/* SPDX-License-Identifier: MIT */
/* The squares that pieces attack. */
#ifndef RULES_ATTACKS_H
#define RULES_ATTACKS_H

#include <stdint.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

#include "rookery/piece.h"
#include "rules/bits.h"
#include "rules/tables.h"

static const uint8_t movement_of[RK_KIND_COUNT] = {
#define ROW(kind, letter, movement, name) [kind] = (movement),
#include "rookery/kinds.def"
};

#ifdef __BMI2__

RK_INLINE uint64_t straight_attacks(int from, uint64_t occupied)
{
    const struct slider_lookup *lookup = &straight_lookup[from];
    return lookup->attacks[_pext_u64(occupied, lookup->relevant)];
}

RK_INLINE uint64_t diagonal_attacks(int from, uint64_t occupied)
{
    const struct slider_lookup *lookup = &diagonal_lookup[from];
    return lookup->attacks[_pext_u64(occupied, lookup->relevant)];
}

#else

#ifdef __wasm__

// Obstruction difference, because WebAssembly can count zeros but not swap bytes: subtracting the
// nearest piece below from the pieces above flips every bit from there to the first piece above.
RK_INLINE uint64_t line_attacks(int from, uint64_t occupied, uint64_t line)
{
    const uint64_t pieces = occupied & line, below = pieces & (bit(from) - 1);
    const uint64_t above = pieces ^ below, nearest = bit(63) >> __builtin_clzll(below | 1);
    return (above ^ (above - nearest)) & line;
}

#else

// Hyperbola quintessence: subtracting the slider from the occupied squares of a line flips every
// bit up to the first piece; doing the same on the byte-swapped board gives the other direction.
RK_INLINE uint64_t line_attacks(int from, uint64_t occupied, uint64_t line)
{
    const uint64_t up = occupied & line, down = __builtin_bswap64(up);
    const uint64_t there = up - bit(from), back = down - __builtin_bswap64(bit(from));
    return (there ^ __builtin_bswap64(back)) & line;
}

#endif

RK_INLINE uint64_t straight_attacks(int from, uint64_t occupied)
{
    const int row = from & 56;
    const uint64_t along = rank_attacks[from & 7][occupied >> row >> 1 & 63];
    return line_attacks(from, occupied, file_line[from]) | along << row;
}

RK_INLINE uint64_t diagonal_attacks(int from, uint64_t occupied)
{
    return line_attacks(from, occupied, rising_line[from]) |
           line_attacks(from, occupied, falling_line[from]);
}

#endif

/* Returns the squares attacked from `from` by a set of movements. With a constant set
 * the tests fold away: RK_LEAPS compiles to one load. */
RK_INLINE uint64_t movement_attacks(unsigned movement, int from, uint64_t occupied)
{
    uint64_t set = 0;
    if (movement & RK_DIAGONAL)
        set |= diagonal_attacks(from, occupied);
    if (movement & RK_STRAIGHT)
        set |= straight_attacks(from, occupied);
    if (movement & RK_LEAPS)
        set |= leap_attacks[from];
    if (movement & RK_STEPS)
        set |= step_attacks[from];
    return set;
}

RK_INLINE uint64_t attacks(rk_kind kind, int from, uint64_t occupied)
{
    return movement_attacks(movement_of[kind], from, occupied);
}

#endif
