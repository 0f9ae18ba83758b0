/* SPDX-License-Identifier: MIT */
/* What pieces do where they stand: what they attack, how freely they move, outposts,
 * open files. Fills the survey's attacks on the way. */
#ifndef ENGINE_PIECES_H
#define ENGINE_PIECES_H

#include "engine/survey.h"

/* Kings, pawns and pins of both sides, which the pieces' mobility depends on. */
void pieces_prepare(struct survey *survey);

/* Both sides: White's less Black's. */
tapered pieces_judge(struct survey *survey);

#endif
