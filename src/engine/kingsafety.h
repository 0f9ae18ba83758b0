/* SPDX-License-Identifier: MIT */
/* How safe the kings are: shelter, attackers, the checks that could be counts. */
#ifndef ENGINE_KINGSAFETY_H
#define ENGINE_KINGSAFETY_H

#include "engine/evalinfo.h"

enum { DANGER_MAX = 700, DANGER_SQUARED = 256, DANGER_ENDGAME = 8 };

/* Both sides, after the pieces: White's less Black's. */
tapered kingsafety_evaluate(struct evalinfo *info);

#endif
