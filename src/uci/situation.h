/* SPDX-License-Identifier: MIT */
/* The position that is talked about, and those that led to it: what `position` sets. */
#ifndef UCI_SITUATION_H
#define UCI_SITUATION_H

#include "rookery/position.h"
#include "uci/options.h"
#include "uci/token.h"

/* Positions before the last capture or pawn move can never come again: they are not kept. */
struct situation {
    rk_position *positions; /* the oldest first; the last is the one on the board */
    size_t count, capacity;
};

/* The start of a variant. */
RK_MUST_USE rk_err situation_init(struct situation *situation, rk_variant variant);
void situation_fini(struct situation *situation);
const rk_position *situation_position(const struct situation *situation);

/* Reads what follows `position`. False if it cannot be: the situation is as it was, and
 * the complaint says why. */
RK_MUST_USE bool situation_set(struct situation *situation, rk_variant variant,
                               struct tokens tokens, char complaint[COMPLAINT_MAX]);

#endif
