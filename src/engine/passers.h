/* SPDX-License-Identifier: MIT */
/* Passed pawns: how far they are, what is in their way, and where the kings stand. */
#ifndef ENGINE_PASSERS_H
#define ENGINE_PASSERS_H

#include "engine/evalinfo.h"

/* Both sides, after the pieces: White's less Black's. */
tapered passers_evaluate(struct evalinfo *info);

#endif
