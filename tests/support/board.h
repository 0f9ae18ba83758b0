/* SPDX-License-Identifier: MIT */
/* Positions, sets and moves as a test writes them. Everything here fails the
 * running test when it is given something it cannot make sense of. */
#ifndef SUPPORT_BOARD_H
#define SUPPORT_BOARD_H

// cmocka.h leaves it to its users to include these before it.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/prng.h"
#include "rookery/moves.h"
#include "rookery/position.h"

/* A drawn board: 64 characters from a8 to h1, letters for pieces, '.' for empty
 * squares, blanks ignored. draft() leaves it as it was drawn; the others settle
 * it and fail on any fault. */
rk_position draft(rk_variant variant, rk_side turn, const char *diagram);
rk_position board_of(rk_variant variant, rk_side turn, const char *diagram);
rk_position board(rk_side turn, const char *diagram);

/* What a drawing cannot show: rooks that may castle ("a1 h1"), the square a pawn
 * has just passed. Both settle the position again. */
rk_position with_castling(rk_position pos, const char *rooks);
rk_position with_en_passant(rk_position pos, const char *square);

/* A position from its FEN. */
rk_position position_of(rk_variant variant, const char *fen);
rk_position position(const char *fen);

/* A drawn set: 'x' for its squares. */
uint64_t squares(const char *diagram);
rk_square square_named(const char *name);

/* The move word for "e2e4", "e7e8q", "N@f3" or, for castling, king takes rook
 * ("e1h1"); legal or not, and without the notation layer's help. */
rk_move move(const rk_position *pos, const char *text);
bool can_play(const rk_position *pos, const char *text);

/* Plays moves separated by blanks, each of which must be legal. */
void play_moves(rk_position *pos, const char *texts);
rk_position after(rk_position pos, const char *texts);

/* Where the piece on a square may go. */
uint64_t targets_from(const rk_position *pos, const char *square);

#endif
