/* SPDX-License-Identifier: MIT */
/* How a board looks: the terminal it is for, its colours, its side, and what is marked. */
#ifndef TUI_BOARD_STYLE_H
#define TUI_BOARD_STYLE_H

#include <stdbool.h>
#include <stdio.h>

#include "rookery/game.h"
#include "tui/display.h"
#include "tui/theme.h"

struct board_style {
    struct display display;
    const struct theme *theme; /* NULL: the default */
    bool flipped;              /* seen from Black's side */
    bool blindfold;            /* the pieces are hidden */
    uint64_t highlighted;      /* squares to mark, such as those of the last move */
    uint64_t check;            /* the king in check */
    uint64_t targets;          /* legal targets of the picked-up piece */
    uint64_t cursor;           /* the cursor, and the square of the picked-up piece */
};

enum { BOARD_RANKS = 8 };

/* Marks the last move and a king in check. */
void board_style_mark(struct board_style *style, const rk_game *game);

/* Why a square stands out. */
enum square_mark board_style_mark_of(const struct board_style *style, rk_square square);

/* The piece to draw on a square; none if the pieces are hidden. */
rk_piece board_style_piece(const struct board_style *style, const rk_position *pos,
                           rk_square square);

/* The text for a piece: a symbol, or a letter where there are no symbols or no colours. */
struct piece_text {
    char text[5];
};
struct piece_text board_piece_text(rk_piece piece, const struct board_style *style);

/* The square at a row and column of squares, counted from 0 at the top left. */
rk_square board_square(bool flipped, int row, int column);

/* The style the stream supports: colour and symbols only on a suitable terminal. */
struct board_style board_style_for(FILE *out);

#endif
