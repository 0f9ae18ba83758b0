/* SPDX-License-Identifier: MIT */
#include "tui/colour.h"

enum { BRIGHT = 8, FIXED_MIN = 16 };

/* Terminals with 8 colours have no bright backgrounds, and bright text is bold. */
static void write_basic(unsigned number, enum colour_depth depth, bool is_background, FILE *out)
{
    const unsigned base = is_background ? 40 : 30;
    if (number < BRIGHT)
        fprintf(out, ";%u", base + number);
    else if (depth > COLOURS_8)
        fprintf(out, ";%u", base + 60 + number - BRIGHT);
    else
        fprintf(out, is_background ? ";%u" : ";1;%u", base + number - BRIGHT);
}

void colour_write(colour value, enum colour_depth depth, bool is_background, FILE *out)
{
    const int base = is_background ? 48 : 38;
    const unsigned index = value >> 24;
    if (value == COLOUR_DEFAULT || depth == COLOURS_NONE)
        return;
    if (index < FIXED_MIN)
        write_basic(value - 1, depth, is_background, out);
    else if (depth == COLOURS_TRUE)
        fprintf(out, ";%d;2;%u;%u;%u", base, value >> 16 & 0xff, value >> 8 & 0xff, value & 0xff);
    else if (depth == COLOURS_256)
        fprintf(out, ";%d;5;%u", base, index);
}
