/* SPDX-License-Identifier: MIT */
/* What is attacked and badly defended, what pawns can chase, and room to move in. */
#ifndef ENGINE_THREATS_H
#define ENGINE_THREATS_H

#include "engine/evalinfo.h"

/* Both sides, after the pieces: White's less Black's. */
tapered threats_evaluate(struct evalinfo *info);
tapered threats_space(struct evalinfo *info);

#endif
