/* SPDX-License-Identifier: MIT */
/* The result of a review in one sentence for each player. */
#ifndef REVIEW_TOTALS_TEXT_H
#define REVIEW_TOTALS_TEXT_H

#include "base/text.h"
#include "review/review.h"

enum { TOTALS_TEXT_MAX = 320 };

/* Adds an accuracy in percent: "97.8"; "-" without moves. */
void totals_text_add_accuracy(struct text *out, int accuracy);

/* Writes "White: accuracy 97.8 %, average loss 6 centipawns, 1 inaccuracy. Black: ..." to `out`,
 * which has room for TOTALS_TEXT_MAX bytes; nothing for a game without moves. Returns the length.
 */
size_t totals_text_write(const struct review *review, char *out);

#endif
