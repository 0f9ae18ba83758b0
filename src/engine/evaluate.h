/* SPDX-License-Identifier: MIT */
/* The static evaluation: a network for standard chess and Chess960, handcrafted terms for variants.
 * The search knows only this interface. */
#ifndef ENGINE_EVALUATE_H
#define ENGINE_EVALUATE_H

#include "rookery/position.h"

struct evaluator; /* the caches of a thread: accumulators, pawns and material */
struct rk_network;

/* The network is borrowed; NULL: chess has the handcrafted evaluation, too. Returns NULL if out of
 * memory. */
RK_MUST_USE struct evaluator *evaluator_create(const struct rk_network *network);
void evaluator_destroy(struct evaluator *evaluator);
void evaluator_set_network(struct evaluator *evaluator, const struct rk_network *network);
void evaluator_clear(struct evaluator *evaluator);

/* Centipawns for the side to move, well below any mate score. Not for positions in check or in
 * which the game is over. Without an evaluator (NULL) the built-in network is used, and nothing is
 * cached. */
int evaluate(struct evaluator *evaluator, const rk_position *pos);

/* The value of a piece in a variant, in centipawns. */
int kind_value(rk_variant variant, rk_kind kind);

#endif
