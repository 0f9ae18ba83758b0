/* SPDX-License-Identifier: MIT */
/* Sums up the judgements of a game for both players. */
#ifndef REVIEW_SUMMARY_H
#define REVIEW_SUMMARY_H

#include "review/review.h"

/* Fills review->sides from the moves. */
void summarise_moves(struct review *review);

#endif
