/* SPDX-License-Identifier: MIT */
/* Adds squares and pieces to messages. */
#ifndef NOTATION_BOARD_TEXT_H
#define NOTATION_BOARD_TEXT_H

#include "base/text.h"
#include "rookery/position.h"

/* Adds "f3". */
void board_text_square(struct text *text, int square);

/* Adds "the knight on f3". */
void board_text_piece(struct text *text, const rk_position *pos, int square);

#endif
