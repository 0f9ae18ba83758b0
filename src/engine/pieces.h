/* SPDX-License-Identifier: MIT */
/* Knights, bishops, rooks and queens: mobility, outposts, open files. Fills the attack sets of the
 * evalinfo. */
#ifndef ENGINE_PIECES_H
#define ENGINE_PIECES_H

#include "engine/evalinfo.h"

/* Fills attacks of kings and pawns, and the pins, which mobility depends on. */
void pieces_prepare(struct evalinfo *info);

/* White's score minus Black's. */
tapered pieces_evaluate(struct evalinfo *info);

#endif
