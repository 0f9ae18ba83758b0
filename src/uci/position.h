/* SPDX-License-Identifier: MIT */
/* The position that is talked about, and those that led to it: what `position` sets. */
#ifndef UCI_POSITION_H
#define UCI_POSITION_H

#include "rookery/position.h"
#include "uci/options.h"
#include "uci/token.h"

/* Positions before the last capture or pawn move can never come again: they are not kept. */
struct uci_position {
    rk_position *positions; /* the oldest first; the last is the one on the board */
    size_t count, capacity;
};

/* The start of a variant. */
RK_MUST_USE rk_err position_init(struct uci_position *game, rk_variant variant);
void position_fini(struct uci_position *game);
const rk_position *position_current(const struct uci_position *game);

/* Reads what follows `position`. False if it cannot be: the game is as it was, and
 * the error says why. */
RK_MUST_USE bool position_set(struct uci_position *game, rk_variant variant, struct tokens tokens,
                              char error[ERROR_TEXT_MAX]);

#endif
