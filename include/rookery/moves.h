/* SPDX-License-Identifier: MIT */
/* The legal moves of a position. These functions cannot fail: every valid
 * position (see rk_position_validate()) has an answer, and a position in which
 * the game is over by the variant's own rule has no moves. */
#ifndef ROOKERY_MOVES_H
#define ROOKERY_MOVES_H

#include <stddef.h>

#include "rookery/position.h"

RK_BEGIN_C

/* An upper bound for the number of legal moves in any position of any variant:
 * a square can be reached along eight lines and by eight leaps, a piece has at
 * most 35 targets, and promotions, drops and castling stay below the rest. */
enum { RK_MOVES_MAX = 1024 };

/* Writes all legal moves to `out`, which must have room for RK_MOVES_MAX, and
 * returns their number. The order is unspecified. */
size_t rk_moves_list(const rk_position *pos, rk_move *out);

/* Like rk_moves_list(), but only generates moves of pieces on `movers` to
 * squares in `targets`, both sets of squares. Use it to look up a few moves
 * cheaply. Drops have no origin square, so `movers` does not filter them. The
 * target of castling is the rook's square. */
size_t rk_moves_select(const rk_position *pos, uint64_t movers, uint64_t targets, rk_move *out);

/* Returns the number of legal moves without listing them. */
size_t rk_moves_count(const rk_position *pos);

/* Returns true if there is at least one legal move. Stops at the first. */
bool rk_moves_any(const rk_position *pos);

/* Returns true if `move`, which may be any 16-bit value, is legal here. */
bool rk_moves_legal(const rk_position *pos, rk_move move);

/* Returns true if `move`, which must be legal or RK_NO_MOVE, captures a piece. En passant does;
 * castling, which is encoded as king takes own rook, and drops do not. */
bool rk_move_is_capture(const rk_position *pos, rk_move move);

/* Returns true if `move`, which must be legal or RK_NO_MOVE, gives check: rk_position_in_check()
 * would be true after it. Finds out without playing the move, several times as fast. In antichess,
 * against the horde and after a king exploded there is no check. */
bool rk_move_gives_check(const rk_position *pos, rk_move move);

RK_END_C

#endif
