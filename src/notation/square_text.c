/* SPDX-License-Identifier: MIT */
#include "notation/square_text.h"

void square_text_write(struct text *text, int square)
{
    text_put(text, (char)('a' + (square & 7)));
    text_put(text, (char)('1' + (square >> 3)));
}

void square_text_piece(struct text *text, const rk_position *pos, int square)
{
    text_add(text, "the ");
    text_add(text, rk_kind_name(rk_position_at(pos, (rk_square)square).kind));
    text_add(text, " on ");
    square_text_write(text, square);
}
