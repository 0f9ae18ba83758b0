/* SPDX-License-Identifier: MIT */
/* Draws a board as text. */
#ifndef TUI_BOARD_H
#define TUI_BOARD_H

#include <stdbool.h>
#include <stdio.h>

#include "rookery/game.h"

struct board_style {
    bool unicode;         /* chess symbols instead of letters */
    bool colour;          /* colour the squares by escape sequences */
    bool flipped;         /* seen from Black's side */
    uint64_t highlighted; /* squares to mark, such as those of the last move */
    uint64_t check;       /* the king in check, drawn in red */
    uint64_t targets;     /* legal targets of the picked-up piece */
    uint64_t cursor;      /* the cursor, and the square of the picked-up piece */
};

enum { BOARD_RANKS = 8, BOARD_WIDTH = 26 }; /* the width includes the coordinates */

/* Draws eight ranks with coordinates and, if the variant has them, the pockets and the checks left.
 */
void board_draw(const rk_position *pos, const struct board_style *style, FILE *out);

/* Marks the last move and a king in check. */
void board_style_mark(struct board_style *style, const rk_game *game);

/* Draws the ranks and the file letters in the rows of a terminal from `row` on, counted from 1. */
void board_draw_at(const rk_position *pos, const struct board_style *style, int row, FILE *out);

/* Draws one rank, in row 0 (the top) to 7, or the file letters; without a newline. */
void board_draw_rank(const rk_position *pos, const struct board_style *style, int row, FILE *out);
void board_draw_files(const struct board_style *style, FILE *out);

/* Draws a piece as a symbol or a letter. */
void board_draw_piece(rk_piece piece, const struct board_style *style, FILE *out);

/* The square at a row and column on the screen, counted from 0 at the top left. */
rk_square board_square(const struct board_style *style, int row, int column);

/* The style the stream supports: colour and symbols only on a suitable terminal. */
struct board_style board_style_for(FILE *out);

#endif
