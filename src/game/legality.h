/* SPDX-License-Identifier: MIT */
/* Whether a move may be played, and if not, why, in words. */
#ifndef GAME_LEGALITY_H
#define GAME_LEGALITY_H

#include "rookery/err.h"
#include "rookery/position.h"

/* Fills in the fault, if one is wanted, and returns its error. */
rk_err legality_refuse(rk_err err, const char *words, rk_fault *fault);

/* RK_OK or a refusal; the word may be anything. */
RK_MUST_USE rk_err legality_check(const rk_position *pos, rk_move move, rk_fault *fault);

#endif
