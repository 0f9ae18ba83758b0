/* SPDX-License-Identifier: MIT */
/* Squares, and moves as 16-bit integers.
 *
 *     15    12 11     6 5      0
 *    +--------+--------+--------+
 *    |  type  |   to   |  from  |
 *    +--------+--------+--------+
 *
 * Castling is encoded as "king takes own rook", which works for every start position of Chess960. A
 * drop stores the kind of the dropped piece in `from`. */
#ifndef ROOKERY_MOVE_H
#define ROOKERY_MOVE_H

#include <stdint.h>

#include "rookery/piece.h"

RK_BEGIN_C

/* A square: a1 = 0, b1 = 1, ... h8 = 63. */
typedef uint8_t rk_square;
enum { RK_SQUARE_COUNT = 64, RK_NO_SQUARE = 64 };

/* A move. It has a meaning only together with the position it is played in. */
typedef uint16_t rk_move;
enum { RK_NO_MOVE = 0 }; /* a1a1, which is never a legal move */

/* The type of a move: the upper four bits. */
enum {
    RK_PLAIN, /* captures included, except en passant */
    RK_CASTLING,
    RK_EN_PASSANT,
    RK_DROP,
    RK_PROMOTION /* RK_PROMOTION + kind: promotion to that kind */
};

/* Builds a move from its parts. */
RK_INLINE rk_move rk_move_make(unsigned from, unsigned to, unsigned type)
{
    return (rk_move)(from | to << 6 | type << 12);
}

/* Returns the origin square; for a drop, the kind of the dropped piece. */
RK_INLINE rk_square rk_move_from(rk_move move)
{
    return move & 63;
}

/* Returns the target square; for castling, the square of the rook. */
RK_INLINE rk_square rk_move_to(rk_move move)
{
    return move >> 6 & 63;
}

/* Returns the type: RK_PLAIN, RK_CASTLING, RK_EN_PASSANT, RK_DROP, or RK_PROMOTION + kind. */
RK_INLINE unsigned rk_move_type(rk_move move)
{
    return move >> 12;
}

/* Returns the kind a pawn promotes to; RK_NO_KIND if the move is not a promotion. */
RK_INLINE rk_kind rk_move_promotion(rk_move move)
{
    const unsigned type = rk_move_type(move);
    return type >= RK_PROMOTION ? (rk_kind)(type - RK_PROMOTION) : RK_NO_KIND;
}

/* Returns the kind dropped from the pocket; RK_NO_KIND if the move is not a drop. */
RK_INLINE rk_kind rk_move_dropped(rk_move move)
{
    return rk_move_type(move) == RK_DROP ? (rk_kind)rk_move_from(move) : RK_NO_KIND;
}

/* Returns the squares a board highlights for a move, as bits 1 << square: the origin and the
 * target, for castling those of the king, for a drop the target; 0 for RK_NO_MOVE. */
RK_INLINE uint64_t rk_move_squares(rk_move move)
{
    const int from = rk_move_from(move), to = rk_move_to(move);
    const int target = rk_move_type(move) != RK_CASTLING ? to : (from & 56) | (to > from ? 6 : 2);
    if (move == RK_NO_MOVE)
        return 0;
    return UINT64_C(1) << target | (rk_move_type(move) == RK_DROP ? 0 : UINT64_C(1) << from);
}

/* Returns the file of a square, 0 (a) to 7 (h). */
RK_INLINE int rk_square_file(rk_square square)
{
    return square & 7;
}

/* Returns the rank of a square, 0 (first) to 7 (eighth). */
RK_INLINE int rk_square_rank(rk_square square)
{
    return square >> 3;
}

/* Returns the square on a file and a rank, both from 0 to 7. */
RK_INLINE rk_square rk_square_at(int file, int rank)
{
    return (rk_square)(rank << 3 | file);
}

RK_END_C

#endif
