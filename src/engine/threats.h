/* SPDX-License-Identifier: MIT */
/* Threats against weakly defended pieces, and space. */
#ifndef ENGINE_THREATS_H
#define ENGINE_THREATS_H

#include "engine/evalinfo.h"

/* White's score minus Black's. Call after pieces_evaluate(). */
tapered threats_evaluate(struct evalinfo *info);
tapered threats_space(struct evalinfo *info);

#endif
