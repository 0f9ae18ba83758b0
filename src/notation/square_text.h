/* SPDX-License-Identifier: MIT */
/* Writes squares and pieces as text, for messages. */
#ifndef NOTATION_SQUARE_TEXT_H
#define NOTATION_SQUARE_TEXT_H

#include "base/text.h"
#include "rookery/position.h"

/* Adds "f3". */
void square_text_write(struct text *text, int square);

/* Adds "the knight on f3". */
void square_text_piece(struct text *text, const rk_position *pos, int square);

#endif
