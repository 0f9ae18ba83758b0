/* SPDX-License-Identifier: MIT */
/* What a position is worth without looking ahead: the one seam between the search
 * and whatever judges, by hand or by a network. */
#ifndef ENGINE_EVALUATE_H
#define ENGINE_EVALUATE_H

#include "rookery/position.h"

struct evaluator; /* what one thread keeps: caches of pawns and material */

RK_MUST_USE struct evaluator *evaluator_create(void); /* NULL without memory */
void evaluator_destroy(struct evaluator *evaluator);
void evaluator_clear(struct evaluator *evaluator);

/* Hundredths of a pawn for the side to move, well below any mate. Not for positions in
 * check or decided by the variant. Without an evaluator it keeps nothing. */
int evaluate(struct evaluator *evaluator, const rk_position *pos);

/* What a kind is worth on an open board, in hundredths of a pawn; of the variant. */
int kind_value(rk_variant variant, rk_kind kind);

/* Chances of the side to move, of a thousand, for a score at this stage of the game. */
void score_to_wdl(int score, const rk_position *pos, unsigned *win, unsigned *draw, unsigned *loss);

#endif
