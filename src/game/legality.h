/* SPDX-License-Identifier: MIT */
/* Checks whether a move is legal and explains why not. */
#ifndef GAME_LEGALITY_H
#define GAME_LEGALITY_H

#include "rookery/err.h"
#include "rookery/position.h"

/* Returns RK_OK if `move`, which may be any 16-bit value, is legal. Otherwise returns the reason
 * and fills in `fault`, unless it is NULL. */
RK_MUST_USE rk_err legality_check(const rk_position *pos, rk_move move, rk_fault *fault);

#endif
