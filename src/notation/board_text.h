/* SPDX-License-Identifier: MIT */
/* Words a player understands: pieces and squares in sentences. */
#ifndef NOTATION_BOARD_TEXT_H
#define NOTATION_BOARD_TEXT_H

#include "base/text.h"
#include "rookery/position.h"

void board_text_square(struct text *text, int square);

/* "the knight on f3" */
void board_text_piece(struct text *text, const rk_position *pos, int square);

#endif
