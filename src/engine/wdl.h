/* SPDX-License-Identifier: MIT */
/* Converts scores into the chances to win, draw and lose. */
#ifndef ENGINE_WDL_H
#define ENGINE_WDL_H

#include "rookery/position.h"

/* The rows of wdl.def are for this much material: 0, WDL_STEP, 2 * WDL_STEP ... */
enum { WDL_STEP = 40, WDL_ROWS = 3, WDL_MATERIAL_MAX = (WDL_ROWS - 1) * WDL_STEP };

/* The pieces of both sides: pawns 1, knights and bishops 3, rooks 5, queens 9; at most
 * WDL_MATERIAL_MAX. */
int wdl_material(const rk_position *pos);

/* Converts a score into the chances of the side to move, in permille. They add up to 1000. */
void score_to_wdl(int score, const rk_position *pos, unsigned *win, unsigned *draw, unsigned *loss);

#endif
