/* SPDX-License-Identifier: MIT */
/* The structure of pawns, and how they shelter their king. */
#ifndef ENGINE_PAWNS_H
#define ENGINE_PAWNS_H

#include "engine/evalinfo.h"

/* Fills an entry from the pawns of the position. */
void pawns_evaluate(struct evalinfo *info, struct pawn_entry *entry);

/* The shelter of a side's king and the storm against it; kept in the info's entry. */
tapered pawns_shelter(struct evalinfo *info, rk_side us);

#endif
