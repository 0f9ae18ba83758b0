/* SPDX-License-Identifier: MIT */
/* A board drawn as text. */
#ifndef TUI_BOARD_H
#define TUI_BOARD_H

#include <stdbool.h>
#include <stdio.h>

#include "rookery/position.h"

struct board_style {
    bool unicode;    /* figures instead of letters */
    bool colour;     /* squares coloured by escape sequences */
    bool flipped;    /* seen from Black's side */
    uint64_t marked; /* squares to stand out: a check, the last move */
};

/* Draws eight ranks with coordinates and, where the variant has them, the
 * pieces in hand and the checks left. */
void board_draw(const rk_position *pos, const struct board_style *style, FILE *out);

/* What the stream can show: colour and figures only on a terminal that says so. */
struct board_style board_style_for(FILE *out);

#endif
