/* SPDX-License-Identifier: MIT */
/* The legal moves of a position. All of these are total: any settled position
 * has an answer, and a finished game has no moves. */
#ifndef ROOKERY_MOVES_H
#define ROOKERY_MOVES_H

#include <stddef.h>

#include "rookery/position.h"

RK_BEGIN_C

/* No position of any variant has more. A square can be reached along eight
 * lines and by eight leaps, a piece has at most 35 targets; promotions, drops
 * and castling added, that stays below. */
enum { RK_MOVES_MAX = 1024 };

/* Writes every legal move to `out`, which has room for RK_MOVES_MAX, and
 * returns their number. The order means nothing. */
size_t rk_moves_list(const rk_position *pos, rk_move *out);

/* The same, but only moves of pieces on `movers` to squares in `targets`, which
 * costs no more than it yields. Drops come from no square: they are always
 * listed. The target of castling is the rook's square. */
size_t rk_moves_select(const rk_position *pos, uint64_t movers, uint64_t targets, rk_move *out);

/* Counts them without listing; says whether there is one. */
size_t rk_moves_count(const rk_position *pos);
bool rk_moves_any(const rk_position *pos);

/* Whether a move word, however it came about, is a legal move here. */
bool rk_moves_legal(const rk_position *pos, rk_move move);

RK_END_C

#endif
