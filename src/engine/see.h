/* SPDX-License-Identifier: MIT */
/* Static exchange evaluation: what a move wins or loses on its target square, if both
 * sides go on taking there with the least they have, as long as it pays. */
#ifndef ENGINE_SEE_H
#define ENGINE_SEE_H

#include "rookery/position.h"

/* Whether it is at least `threshold`; `values` are those of the kinds, with one of zero
 * for none. Atomic: what the explosion takes. Antichess: taking is a duty, not a gain,
 * and every move passes. */
bool see_at_least(const rk_position *pos, rk_move move, int threshold, const int *values);

#endif
