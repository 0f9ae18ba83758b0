/* SPDX-License-Identifier: MIT */
/* Whether a side's material could still win the game. */
#ifndef RULES_MATERIAL_H
#define RULES_MATERIAL_H

#include "rookery/position.h"

bool material_can_win(const rk_position *pos, rk_side side);

#endif
