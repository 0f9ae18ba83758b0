/* SPDX-License-Identifier: MIT */
/* What pieces do where they stand: what they attack, how freely they move, outposts,
 * open files. Fills the info's attacks on the way. */
#ifndef ENGINE_PIECES_H
#define ENGINE_PIECES_H

#include "engine/evalinfo.h"

/* Kings, pawns and pins of both sides, which the pieces' mobility depends on. */
void pieces_prepare(struct evalinfo *info);

/* Both sides: White's less Black's. */
tapered pieces_evaluate(struct evalinfo *info);

#endif
