/* SPDX-License-Identifier: MIT */
/* Finds brilliant moves: sound sacrifices that a shallow search rejects. */
#ifndef REVIEW_BRILLIANT_H
#define REVIEW_BRILLIANT_H

#include "review/review.h"
#include "rookery/engine.h"

/* Whether the opponent can win at least a minor piece for at most a pawn after the move, and did
 * not threaten to take that piece before. Always
 * false in variants where pieces do not have their usual value. */
bool brilliant_is_sacrifice(const rk_position *before, rk_move move);

/* Makes the best moves that are proven to be brilliant JUDGEMENT_BRILLIANT: the move offers
 * material, a search of two plies prefers another, a long search confirms it, and nothing else wins
 * as well. Clears the tables of the engine. */
void brilliant_find(struct review *review, rk_engine *engine, const struct review_limits *limits);

#endif
