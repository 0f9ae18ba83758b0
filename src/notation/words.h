/* SPDX-License-Identifier: MIT */
/* Words a player understands: pieces and squares in sentences. */
#ifndef NOTATION_WORDS_H
#define NOTATION_WORDS_H

#include "base/text.h"
#include "rookery/position.h"

void words_square(struct text *text, int square);

/* "the knight on f3" */
void words_piece(struct text *text, const rk_position *pos, int square);

#endif
