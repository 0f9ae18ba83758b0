/* SPDX-License-Identifier: MIT */
/* Colours, and how a terminal that knows fewer of them shows them. */
#ifndef TUI_COLOUR_H
#define TUI_COLOUR_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* What a terminal can show. */
enum colour_depth {
    COLOURS_NONE,
    COLOURS_8, /* bright colours are written as bold */
    COLOURS_16,
    COLOURS_256,
    COLOURS_TRUE /* 24 bits */
};

/* COLOUR_DEFAULT, one of the first 16 of the terminal's palette, or a fixed colour: 0xRRGGBB and
 * the index, 16 to 255, of one in the 256-colour palette that stands for it. */
typedef uint32_t colour;
#define COLOUR_DEFAULT           UINT32_C(0)
#define COLOUR_BASIC(number)     (UINT32_C(1) + (number))
#define COLOUR_FIXED(rgb, index) (UINT32_C(index) << 24 | UINT32_C(rgb))

/* Writes the parameters of an SGR sequence for a text or background colour, each preceded by a
 * semicolon. */
void colour_write(colour value, enum colour_depth depth, bool is_background, FILE *out);

#endif
