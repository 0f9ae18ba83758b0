/* SPDX-License-Identifier: MIT */
/* Clock times of a game, from the [%clk] annotations of its comments. */
#ifndef REVIEW_TIME_TROUBLE_H
#define REVIEW_TIME_TROUBLE_H

#include "review/review.h"
#include "rookery/pgn_game.h"

/* Sets the clock times of the moves and marks those that were made in time trouble: with less than
 * a twentieth of the longest time on a clock, at most five minutes. */
void time_trouble_mark(struct review *review, const rk_tree *tree);

#endif
