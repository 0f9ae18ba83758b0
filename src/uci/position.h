/* SPDX-License-Identifier: MIT */
/* The position set by the `position` command, with those that led to it. */
#ifndef UCI_POSITION_H
#define UCI_POSITION_H

#include "rookery/err.h"
#include "rookery/position.h"
#include "uci/token.h"

/* Holds the positions since the last capture or pawn move: none before it can be repeated. */
struct uci_position {
    rk_position *positions; /* the oldest first; the last one is on the board */
    size_t count, capacity;
};

/* Starts from the initial position of a variant. */
RK_MUST_USE rk_err position_init(struct uci_position *position, rk_variant variant);
void position_fini(struct uci_position *position);
const rk_position *position_current(const struct uci_position *position);

/* Parses the arguments of `position`. On failure the position is unchanged and `error` says what
 * is wrong. */
RK_MUST_USE bool position_parse(struct uci_position *position, rk_variant variant,
                                struct tokens tokens, char error[TOKEN_ERROR_MAX]);

#endif
