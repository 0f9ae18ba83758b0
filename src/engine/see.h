/* SPDX-License-Identifier: MIT */
/* Static exchange evaluation: the material a move wins or loses on its target square when both
 * sides keep capturing there with their least valuable piece as long as it pays. */
#ifndef ENGINE_SEE_H
#define ENGINE_SEE_H

#include "rookery/position.h"

/* Whether the exchange wins at least `threshold`. `values` holds the value of each kind and 0 for
 * RK_NO_KIND. In atomic it counts the explosion; in antichess, where captures are forced, every
 * move passes. */
bool see_at_least(const rk_position *pos, rk_move move, int threshold, const int *values);

#endif
