/* SPDX-License-Identifier: MIT */
/* A piece is a value, not an object: a kind from the table, and a side. */
#ifndef ROOKERY_PIECE_H
#define ROOKERY_PIECE_H

#include <stdbool.h>

#include "rookery/base.h"

RK_BEGIN_C

/* RK_NO_SIDE stands where a side is optional: a spectator has none, and nobody may have offered a
 * draw. Functions that take a side take White or Black unless they say otherwise. */
typedef enum rk_side { RK_WHITE, RK_BLACK, RK_NO_SIDE } rk_side;

/* The primitive movements a kind is made of. */
enum { RK_DIAGONAL = 1, RK_STRAIGHT = 2, RK_LEAPS = 4, RK_STEPS = 8 };

typedef enum rk_kind {
#define ROW(kind, letter, movement, name) kind,
#include "rookery/kinds.def"
    RK_KIND_COUNT,
    RK_NO_KIND = RK_KIND_COUNT
} rk_kind;

typedef struct rk_piece {
    rk_kind kind; /* RK_NO_KIND: an empty square */
    rk_side side;
} rk_piece;

/* Makes a piece from its FEN letter: the letter names the kind, its case the
 * side. Returns false, leaving `out` alone, for a letter no kind has. */
RK_MUST_USE bool rk_piece_from_letter(char letter, rk_piece *out);

/* The FEN letter of a piece: rk_piece_from_letter() in reverse. */
char rk_piece_letter(rk_piece piece);

/* "knight", "white". Static storage. */
const char *rk_kind_name(rk_kind kind);
const char *rk_side_name(rk_side side);

RK_INLINE rk_side rk_side_other(rk_side side)
{
    return side == RK_WHITE ? RK_BLACK : RK_WHITE;
}

RK_END_C

#endif
