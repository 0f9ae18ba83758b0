/* SPDX-License-Identifier: MIT */
/* A plain judgement for the variants, and the goals they add to those of chess. */
#ifndef ENGINE_VARIANTEVAL_H
#define ENGINE_VARIANTEVAL_H

#include "rookery/position.h"

enum { SCORE_MAX = 20000 }; /* no evaluation is beyond it */

/* What a kind is worth there; 0 for a king that cannot be lost. */
int varianteval_piece_value(rk_variant variant, rk_kind kind);

/* The whole judgement, for the side to move. */
int varianteval_evaluate(const rk_position *pos);

/* What the goals of a variant played much like chess add to the judgement of chess:
 * White's less Black's. */
int varianteval_goals(const rk_position *pos);

#endif
