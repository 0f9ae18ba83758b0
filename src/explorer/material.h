/* SPDX-License-Identifier: MIT */
/* The material of a position in 24 bits: for each side, White first, four bits for the number of
 * pawns and two each for knights, bishops, rooks and queens, where 3 means three or more. */
#ifndef EXPLORER_MATERIAL_H
#define EXPLORER_MATERIAL_H

#include "rookery/position.h"

uint32_t material_of(const rk_position *pos);

/* Whether a game that ended with the material `last` can have had `wanted` pieces before: pawns
 * only become fewer, and other pieces can only be more by promotion. `wanted` is indexed by side
 * and kind. */
bool material_can_precede(uint32_t last, const uint8_t wanted[2][RK_KIND_COUNT]);

#endif
