/* SPDX-License-Identifier: MIT */
/* Operations on sets of squares (bitboards), and directions relative to a side. */
#ifndef RULES_BITS_H
#define RULES_BITS_H

#include <stdint.h>

#include "rookery/piece.h"

#define ALL_SQUARES (~UINT64_C(0))
#define FILE_A      UINT64_C(0x0101010101010101)
#define FILE_H      UINT64_C(0x8080808080808080)
#define FIRST_RANK  UINT64_C(0xff)
#define LAST_RANK   (FIRST_RANK << 56)
#define HILL        UINT64_C(0x0000001818000000)
#define LIGHT       UINT64_C(0x55aa55aa55aa55aa)

/* Hints to the compiler that the condition is rarely true. */
RK_INLINE bool unlikely(bool condition)
{
    return __builtin_expect(condition, 0);
}

RK_INLINE uint64_t bit(int square)
{
    return UINT64_C(1) << square;
}

/* Returns the least significant bit: the lowest square of a set, which must not be empty. */
RK_INLINE int lsb(uint64_t set)
{
    return __builtin_ctzll(set);
}

/* Returns the set without its lowest square. */
RK_INLINE uint64_t without_lsb(uint64_t set)
{
    return set & (set - 1);
}

RK_INLINE int popcount(uint64_t set)
{
    return __builtin_popcountll(set);
}

RK_INLINE rk_side other(rk_side side)
{
    return rk_side_other(side);
}

/* Returns the n-th rank, counted from 1 as seen by `us`. */
RK_INLINE uint64_t rank(rk_side us, int n)
{
    return FIRST_RANK << 8 * (us == RK_WHITE ? n - 1 : 8 - n);
}

/* Moves a set one rank forward: straight, towards the a-file, or towards the h-file. */
RK_INLINE uint64_t ahead(rk_side us, uint64_t set)
{
    return us == RK_WHITE ? set << 8 : set >> 8;
}

RK_INLINE uint64_t ahead_to_a(rk_side us, uint64_t set)
{
    return us == RK_WHITE ? (set & ~FILE_A) << 7 : (set & ~FILE_A) >> 9;
}

RK_INLINE uint64_t ahead_to_h(rk_side us, uint64_t set)
{
    return us == RK_WHITE ? (set & ~FILE_H) << 9 : (set & ~FILE_H) >> 7;
}

RK_INLINE uint64_t pawn_attacks(rk_side us, uint64_t pawns)
{
    return ahead_to_a(us, pawns) | ahead_to_h(us, pawns);
}

/* The difference between a square and the one in front of it. */
RK_INLINE int step_ahead(rk_side us)
{
    return us == RK_WHITE ? 8 : -8;
}

#endif
