/* SPDX-License-Identifier: MIT */
/* King safety: pawn shelter, attackers, and the checks that could be given. */
#ifndef ENGINE_KINGSAFETY_H
#define ENGINE_KINGSAFETY_H

#include "engine/evalinfo.h"

enum { DANGER_MAX = 700, DANGER_SQUARED = 256, DANGER_ENDGAME = 8 };

/* White's score minus Black's. Call after pieces_evaluate(). */
tapered kingsafety_evaluate(struct evalinfo *info);

#endif
