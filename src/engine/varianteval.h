/* SPDX-License-Identifier: MIT */
/* A simple evaluation for the variants, and the goals they add to those of chess. */
#ifndef ENGINE_VARIANTEVAL_H
#define ENGINE_VARIANTEVAL_H

#include "rookery/position.h"

enum { SCORE_MAX = 20000 }; /* evaluations stay within -SCORE_MAX .. SCORE_MAX */

/* The value of a piece; 0 for a king that cannot be captured. */
int varianteval_piece_value(rk_variant variant, rk_kind kind);

/* The complete evaluation, for the side to move. */
int varianteval_evaluate(const rk_position *pos);

/* What the goal of a variant adds to the evaluation of chess: White's score minus Black's. */
int varianteval_goals(const rk_position *pos);

#endif
