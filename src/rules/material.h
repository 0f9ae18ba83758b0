/* SPDX-License-Identifier: MIT */
/* Decides whether a side still has enough material to win. */
#ifndef RULES_MATERIAL_H
#define RULES_MATERIAL_H

#include "rookery/position.h"

bool material_can_win(const rk_position *pos, rk_side side);

#endif
