/* SPDX-License-Identifier: MIT */
/* Sides, kinds of piece, and pieces: a kind and a side. */
#ifndef ROOKERY_PIECE_H
#define ROOKERY_PIECE_H

#include <stdbool.h>

#include "rookery/base.h"

RK_BEGIN_C

/* A side. RK_NO_SIDE is used where a side is optional: a spectator has none,
 * and there may be no open draw offer. Functions that take a side take White or
 * Black unless their comment says otherwise. */
typedef enum rk_side { RK_WHITE, RK_BLACK, RK_NO_SIDE } rk_side;

/* The primitive movements that kinds are composed of: bishop, rook, knight and
 * king moves. */
enum { RK_DIAGONAL = 1, RK_STRAIGHT = 2, RK_LEAPS = 4, RK_STEPS = 8 };

/* A kind of piece, from kinds.def. */
typedef enum rk_kind {
#define ROW(kind, letter, movement, name) kind,
#include "rookery/kinds.def"
    RK_KIND_COUNT,
    RK_NO_KIND = RK_KIND_COUNT
} rk_kind;

/* A piece, or an empty square. */
typedef struct rk_piece {
    rk_kind kind; /* RK_NO_KIND: an empty square */
    rk_side side;
} rk_piece;

/* Reads a FEN letter: the letter gives the kind, upper case is White. Returns
 * false and leaves *out unchanged if no kind has this letter. */
RK_MUST_USE bool rk_piece_from_letter(char letter, rk_piece *out);

/* Returns the FEN letter of a piece. */
char rk_piece_letter(rk_piece piece);

/* Returns the name of a kind, such as "knight". Static storage. */
const char *rk_kind_name(rk_kind kind);

/* Returns "white" or "black". Static storage. */
const char *rk_side_name(rk_side side);

/* Returns the opponent of a side. */
RK_INLINE rk_side rk_side_other(rk_side side)
{
    return side == RK_WHITE ? RK_BLACK : RK_WHITE;
}

RK_END_C

#endif
