/* SPDX-License-Identifier: MIT */
/* Moves and lines as people write them: with move numbers, in SAN. */
#ifndef REVIEW_MOVE_TEXT_H
#define REVIEW_MOVE_TEXT_H

#include "base/text.h"
#include "review/review.h"

/* Adds "18. Nf3" or "18... Nf6". */
void move_text_add(struct text *out, const rk_position *pos, rk_move move);

/* Adds a line: "18. Nf3 Nf6 19. O-O". */
void move_text_add_line(struct text *out, const rk_position *pos, const rk_move *moves,
                        size_t count);

/* Adds a score for White: "+1.35", "-0.20", "#4", "#-2"; a mate that is given is "#". */
void move_text_add_score(struct text *out, int score);

/* Adds the score of a position, or "White wins (tables)" and the like if the endgame tables give
 * the result and no mate is known. */
void move_text_add_evaluation(struct text *out, const struct evaluation *evaluation);

#endif
