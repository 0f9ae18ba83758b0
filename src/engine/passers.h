/* SPDX-License-Identifier: MIT */
/* Passed pawns: their rank, what blocks them, and the distance of the kings. */
#ifndef ENGINE_PASSERS_H
#define ENGINE_PASSERS_H

#include "engine/evalinfo.h"

/* White's score minus Black's. Call after pieces_evaluate(). */
tapered passers_evaluate(struct evalinfo *info);

#endif
