/* SPDX-License-Identifier: MIT */
/* Builds positions, sets of squares and moves from text. Invalid text fails the
 * running test. */
#ifndef SUPPORT_BOARD_H
#define SUPPORT_BOARD_H

// cmocka.h needs these included before it.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/prng.h"
#include "rookery/moves.h"
#include "rookery/position.h"

/* A position from a diagram: 64 characters from a8 to h1, letters for pieces, '.'
 * for empty squares, blanks ignored. draft() does not validate the position; the
 * others do, and fail if it is invalid. */
rk_position draft(rk_variant variant, rk_side turn, const char *diagram);
rk_position board_of(rk_variant variant, rk_side turn, const char *diagram);
rk_position board(rk_side turn, const char *diagram);

/* Set what a diagram does not show: the rooks that may castle ("a1 h1") and the
 * en passant square. Both validate the position again. */
rk_position with_castling(rk_position pos, const char *rooks);
rk_position with_en_passant(rk_position pos, const char *square);

/* A position from its FEN. */
rk_position position_of(rk_variant variant, const char *fen);
rk_position position(const char *fen);

/* A set of squares from a diagram, marked 'x'; a square and its set from its name. */
uint64_t squares(const char *diagram);
rk_square square_named(const char *name);
uint64_t square_bit(const char *name);

/* The move for "e2e4", "e7e8q", "N@f3" or, for castling, king takes rook ("e1h1").
 * It need not be legal. Does not use the notation layer. */
rk_move move(const rk_position *pos, const char *text);
bool can_play(const rk_position *pos, const char *text);

/* Plays moves separated by blanks, each of which must be legal. */
void play_moves(rk_position *pos, const char *texts);
rk_position after(rk_position pos, const char *texts);

/* The squares that the piece on a square can move to. */
uint64_t targets_from(const rk_position *pos, const char *square);

#endif
