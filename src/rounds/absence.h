/* SPDX-License-Identifier: MIT */
/* Rules for claiming a game because the opponent has left. */
#ifndef ROUNDS_ABSENCE_H
#define ROUNDS_ABSENCE_H

#include "rounds/round_internal.h"

/* How long the player of that side has been away; 0: present. Milliseconds. */
int64_t absence_duration(const struct round *round, rk_side side);

/* How long that player may be away before the opponent can claim, by speed and material. A player
 * who left on purpose gets less time than one whose connection was lost. */
int64_t absence_limit(const struct round *round, rk_side side);

/* In how many milliseconds the absence can be claimed; -1: the player is present, or the absence
 * does not count in this game or at this point. */
int64_t absence_claimable_in(const struct round *round, rk_side side);

/* Why the absence of that side cannot be claimed now; NULL: it can. The message may be in `out`. */
const char *absence_refusal(const struct round *round, rk_side side, char *out, size_t size);

#endif
