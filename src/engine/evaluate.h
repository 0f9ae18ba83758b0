/* SPDX-License-Identifier: MIT */
/* The static evaluation. The search knows only this interface, so a network can replace the
 * handcrafted evaluation. */
#ifndef ENGINE_EVALUATE_H
#define ENGINE_EVALUATE_H

#include "rookery/position.h"

struct evaluator; /* the caches of a thread: pawns and material */

RK_MUST_USE struct evaluator *evaluator_create(void); /* NULL if out of memory */
void evaluator_destroy(struct evaluator *evaluator);
void evaluator_clear(struct evaluator *evaluator);

/* Centipawns for the side to move, well below any mate score. Not for positions in check or in
 * which the game is over. The evaluator may be NULL: then nothing is cached. */
int evaluate(struct evaluator *evaluator, const rk_position *pos);

/* The value of a piece in a variant, in centipawns. */
int kind_value(rk_variant variant, rk_kind kind);

#endif
