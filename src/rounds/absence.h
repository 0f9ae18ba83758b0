/* SPDX-License-Identifier: MIT */
/* How long a player waits for an opponent who has left, before the game can be
 * claimed. */
#ifndef ROUNDS_ABSENCE_H
#define ROUNDS_ABSENCE_H

#include "rounds/roundstate.h"

/* How long one waits for that side, in milliseconds: by speed, material, and whether
 * it said goodbye. */
int64_t absence_patience(const struct round *round, unsigned side);

/* How long that side has been away; 0 if it is here. */
int64_t absence_of(const struct round *round, unsigned side);

/* Whether its absence can ever be claimed, as the game stands. */
bool absence_counts(const struct round *round, unsigned side);

/* After how many milliseconds its absence can be claimed; -1: it is here, or it does
 * not count. */
int64_t absence_claimable_in(const struct round *round, unsigned side);

/* Why the absence of that side cannot be claimed now, in words written to `out`; NULL: it can. */
const char *absence_refusal(const struct round *round, unsigned side, char *out, size_t size);

#endif
