/* SPDX-License-Identifier: MIT */
/* Piece values and attacks, for the theme detectors. */
#ifndef PUZZLES_BOARD_VALUES_H
#define PUZZLES_BOARD_VALUES_H

#include "rookery/position.h"

/* In pawns; a king is worth more than everything. */
extern const int board_values[RK_KIND_COUNT + 1];

int board_value_at(const rk_position *pos, int square);

/* The material of a side less that of the other. */
int board_material_balance(const rk_position *pos, rk_side side);

/* The squares that the piece on a square attacks. */
uint64_t board_attacks_from(const rk_position *pos, int square);

/* Whether a piece of the side that is to move can be lost on its square: it is attacked by a less
 * valuable piece, or attacked and not defended. */
bool board_is_loose(const rk_position *pos, int square);

#endif
