/* SPDX-License-Identifier: MIT */
/* A board drawn as text. */
#ifndef TUI_BOARD_H
#define TUI_BOARD_H

#include <stdbool.h>
#include <stdio.h>

#include "rookery/position.h"

struct board_style {
    bool unicode;     /* figures instead of letters */
    bool colour;      /* squares coloured by escape sequences */
    bool flipped;     /* seen from Black's side */
    uint64_t marked;  /* squares to stand out: the last move, or a check */
    uint64_t alarm;   /* squares to stand out in red: a king in check */
    uint64_t targets; /* where a piece in the hand may go */
    uint64_t cursor;  /* where the hand is, and where it took the piece from */
};

enum { BOARD_RANKS = 8, BOARD_WIDTH = 26 }; /* columns, in colour, coordinates included */

/* Draws eight ranks with coordinates and, where the variant has them, the
 * pieces in hand and the checks left. */
void board_draw(const rk_position *pos, const struct board_style *style, FILE *out);

/* Parts of it, without a newline: the rank in row 0 (the top) to 7, and the
 * letters below. */
void board_draw_rank(const rk_position *pos, const struct board_style *style, int row, FILE *out);
void board_draw_files(const struct board_style *style, FILE *out);

/* A piece as the style shows it: a figure or its letter. */
void board_draw_piece(rk_piece piece, const struct board_style *style, FILE *out);

/* The square in a row and a column as seen, both from 0 at the top left. */
rk_square board_square(const struct board_style *style, int row, int column);

/* What the stream can show: colour and figures only on a terminal that says so. */
struct board_style board_style_for(FILE *out);

#endif
