/* SPDX-License-Identifier: MIT */
/* Pawn structure, and the pawn shelter of the king. */
#ifndef ENGINE_PAWNS_H
#define ENGINE_PAWNS_H

#include "engine/evalinfo.h"

/* Fills an entry for the pawns of the position. */
void pawns_evaluate(struct evalinfo *info, struct pawn_entry *entry);

/* The shelter of a side's king and the storm against it; cached in the pawn entry. */
tapered pawns_shelter(struct evalinfo *info, rk_side us);

#endif
