/* SPDX-License-Identifier: MIT */
/* Squares, and moves as 16-bit words.
 *
 *     15    12 11     6 5      0
 *    +--------+--------+--------+
 *    |  what  |   to   |  from  |
 *    +--------+--------+--------+
 *
 * Castling is written as "king takes own rook", the one form that fits every
 * start position. A drop keeps the dropped kind in `from`. */
#ifndef ROOKERY_MOVE_H
#define ROOKERY_MOVE_H

#include <stdint.h>

#include "rookery/piece.h"

RK_BEGIN_C

typedef uint8_t rk_square; /* a1 = 0, b1 = 1, ... h8 = 63 */
enum { RK_SQUARE_COUNT = 64, RK_NO_SQUARE = 64 };

typedef uint16_t rk_move;
enum { RK_NO_MOVE = 0 }; /* a1a1: no move stands still */

enum {
    RK_PLAIN,
    RK_CASTLING,
    RK_EN_PASSANT,
    RK_DROP,
    RK_PROMOTION /* RK_PROMOTION + kind: promotion to that kind */
};

RK_INLINE rk_move rk_move_make(unsigned from, unsigned to, unsigned what)
{
    return (rk_move)(from | to << 6 | what << 12);
}

RK_INLINE rk_square rk_move_from(rk_move move)
{
    return move & 63;
}

RK_INLINE rk_square rk_move_to(rk_move move)
{
    return move >> 6 & 63;
}

RK_INLINE unsigned rk_move_type(rk_move move)
{
    return move >> 12;
}

/* The kind a pawn becomes by this move; RK_NO_KIND if it stays what it is. */
RK_INLINE rk_kind rk_move_promotion(rk_move move)
{
    const unsigned what = rk_move_type(move);
    return what >= RK_PROMOTION ? (rk_kind)(what - RK_PROMOTION) : RK_NO_KIND;
}

/* The kind this move drops from the pocket; RK_NO_KIND if it is no drop. */
RK_INLINE rk_kind rk_move_dropped(rk_move move)
{
    return rk_move_type(move) == RK_DROP ? (rk_kind)rk_move_from(move) : RK_NO_KIND;
}

/* File and rank from 0 to 7. */
RK_INLINE int rk_square_file(rk_square square)
{
    return square & 7;
}

RK_INLINE int rk_square_rank(rk_square square)
{
    return square >> 3;
}

RK_INLINE rk_square rk_square_at(int file, int rank)
{
    return (rk_square)(rank << 3 | file);
}

RK_END_C

#endif
